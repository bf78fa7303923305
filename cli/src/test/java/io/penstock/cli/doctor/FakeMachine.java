package io.penstock.cli.doctor;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine as the test wants it. */
final class FakeMachine implements Machine {

    private final Map<Path, String> files = new HashMap<>();
    private final Map<String, Answer> programs = new HashMap<>();
    private String java = "25.0.1+8";
    private int processors = 8;
    private boolean free = true;
    private String page;

    FakeMachine java(String version) {
        java = version;
        return this;
    }

    FakeMachine processors(int count) {
        processors = count;
        return this;
    }

    FakeMachine file(String path, String text) {
        files.put(Path.of(path), text);
        return this;
    }

    /** @param executable the last part of its path */
    FakeMachine program(String executable, int exitCode, String output) {
        programs.put(executable, new Answer(exitCode, output));
        return this;
    }

    /** All ports are taken. */
    FakeMachine busy(String answer) {
        free = false;
        page = answer;
        return this;
    }

    @Override
    public Runtime.Version java() {
        return Runtime.Version.parse(java);
    }

    @Override
    public int processors() {
        return processors;
    }

    @Override
    public Optional<String> read(Path file) {
        return Optional.ofNullable(files.get(file));
    }

    @Override
    public boolean isFree(int port) {
        return free;
    }

    @Override
    public Optional<String> get(URI uri) {
        return Optional.ofNullable(page);
    }

    @Override
    public Optional<Answer> run(List<String> command) {
        return Optional.ofNullable(
                programs.get(Path.of(command.getFirst()).getFileName().toString()));
    }
}
