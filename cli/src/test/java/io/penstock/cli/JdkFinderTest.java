package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkFinderTest {

    private static final Path SCRIPT = Path.of("..", ".mvn", "find-jdk.sh").toAbsolutePath();
    private static final long DEADLINE_SECONDS = 30;

    @TempDir
    private Path folder;

    private Path old;

    record Outcome(int exitCode, String out, String err) {}

    @BeforeEach
    void addAnOldOne() throws IOException {
        old = jdk("old", "JAVA_VERSION=\"17.0.9\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "25.0.3", "25.0.1+8", "25-ea"})
    void findWhenJavaHomeIs25TakesIt(String version) throws Exception {
        Path home = jdk("home", "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"");
        Path other = jdk("other", "JAVA_VERSION=\"25\"");

        assertThat(find(home, other)).isEqualTo(new Outcome(0, home + "\n", ""));
    }

    @Test
    void findWhenJavaHomeIsOldTakesTheFirst25OfTheFolders() throws Exception {
        Path second = jdk("second", "JAVA_VERSION=\"25.0.1\"");
        Path third = jdk("third", "JAVA_VERSION=\"25\"");

        assertThat(find(old, old, second, third).out()).isEqualTo(second + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.5", "250", "26", "1.25", "24.0.25", ""})
    void findWhenNoneIs25SaysWhatToDo(String version) throws Exception {
        Path wrong = jdk("wrong", "JAVA_VERSION=\"" + version + "\"");

        Outcome outcome = find(wrong, old, wrong, folder.resolve("missing"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .containsExactly("Penstock needs a JDK 25 and found none: install one (for example Eclipse Temurin 25)"
                        + " and set JAVA_HOME to its folder.");
    }

    @Test
    void findWhenItHasNoCompilerSkipsIt() throws Exception {
        Path runtime = jdk("runtime", "JAVA_VERSION=\"25\"");
        Files.delete(runtime.resolve("bin/javac"));

        assertThat(find(runtime, runtime).exitCode()).isEqualTo(1);
    }

    @Test
    void findWhenOnlyThePathHas25FollowsItsLinks() throws Exception {
        Path home = jdk("linked", "JAVA_VERSION=\"25\"");
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), home.resolve("bin/java"));

        Outcome outcome = run(bin + ":" + System.getenv("PATH"), null, List.of(old));

        assertThat(outcome.out()).isEqualTo(home.toRealPath() + "\n");
    }

    @Test
    void findWhenFolderNamesHaveBlanksKeepsThemWhole() throws Exception {
        Path home = jdk("with a blank", "JAVA_VERSION=\"25\"");

        assertThat(find(null, home).out()).isEqualTo(home + "\n");
    }

    private Outcome find(Path javaHome, Path... folders) throws Exception {
        return run(pathWithOldJava(), javaHome, List.of(folders));
    }

    private String pathWithOldJava() {
        return old.resolve("bin") + ":/usr/bin:/bin";
    }

    private static Outcome run(String path, Path javaHome, List<Path> folders) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT.toString()));
        folders.forEach(it -> command.add(it.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", path);
        if (javaHome != null) {
            builder.environment().put("JAVA_HOME", javaHome.toString());
        }
        Process process = builder.start();
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(),
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    private Path jdk(String name, String release) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        for (String tool : List.of("java", "javac")) {
            Path file = Files.createFile(home.resolve("bin").resolve(tool));
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(home.resolve("release"), release + "\n");
        return home;
    }
}
