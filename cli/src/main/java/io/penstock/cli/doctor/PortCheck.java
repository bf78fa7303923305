package io.penstock.cli.doctor;

import java.net.URI;
import java.util.Optional;

/**
 * The ports of an orchestrator.
 *
 * @param what listens on it
 * @param setting that names another port
 */
record PortCheck(int port, String what, String setting) implements Check {

    /** The REST port, whose answer tells whether an orchestrator is there. */
    private static final URI VERSION = URI.create("http://127.0.0.1:8080/version");

    @Override
    public Finding examine(Machine machine) {
        String check = "port " + port;
        if (machine.isFree(port)) {
            return Finding.ok(check, "free for " + what);
        }
        Optional<String> orchestrator = machine.get(VERSION)
                .filter(answer -> answer.contains("\"name\":\"penstock\"") || answer.contains("penstock.api-token"));
        return orchestrator.isPresent()
                ? Finding.ok(check, "an orchestrator is running here already")
                : Finding.problem(
                        check, "another program listens there", "end it, or set %s for %s".formatted(setting, what));
    }
}
