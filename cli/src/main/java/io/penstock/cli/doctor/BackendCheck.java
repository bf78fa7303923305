package io.penstock.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The natives and vector kernels of a worker: it is asked to open its backend and multiply.
 *
 * @param java the executable
 * @param worker the worker's application jar
 */
record BackendCheck(Path java, Path worker) implements Check {

    private static final String CHECK = "backend";

    @Override
    public Finding examine(Machine machine) {
        if (!Files.exists(worker)) {
            return Finding.problem(CHECK, "there is no worker at " + worker, "build it: ./mvnw -DskipTests package");
        }
        Optional<Machine.Answer> answer = machine.run(List.of(
                java.toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                worker.toString(),
                "io.penstock.stage.worker.BackendCheck",
                Integer.toString(machine.processors())));
        if (answer.isEmpty()) {
            return Finding.problem(
                    CHECK, "the worker's backend did not open within 30 s", "see whether the machine is overloaded");
        }
        String said = answer.get().lastLine();
        return answer.get().exitCode() == 0
                ? Finding.ok(CHECK, said)
                : Finding.problem(
                        CHECK, said, "the worker's native libraries must be those of this platform: build it here");
    }
}
