package io.penstock.cli;

import java.nio.file.Path;

/**
 * The checkout that this command runs from.
 *
 * @param home its root
 */
record Installation(Path home) {

    private static final String HOME_PROPERTY = "penstock.home";

    static Installation current() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new IllegalStateException(
                    "a local cluster needs the checkout: start ./penstock there, or set -D" + HOME_PROPERTY);
        }
        return new Installation(Path.of(home));
    }

    Path orchestratorJar() {
        return home.resolve("orchestrator-service/target/app/penstock-orchestrator-service.jar");
    }

    Path workerJar() {
        return home.resolve("stage-service/target/app/penstock-stage-service.jar");
    }

    Path dataRoot() {
        String root = System.getenv("PENSTOCK_DATA_ROOT");
        return root == null || root.isBlank() ? home.resolve("examples/data") : Path.of(root);
    }

    Path state() {
        return home.resolve(".penstock");
    }
}
