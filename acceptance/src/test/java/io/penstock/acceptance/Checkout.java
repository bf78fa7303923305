package io.penstock.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The built checkout that the tests start processes from. */
final class Checkout {

    private Checkout() {}

    static Path home() {
        return Path.of(System.getProperty("penstock.home")).toAbsolutePath().normalize();
    }

    static Path app(String module) {
        return home().resolve(module).resolve("target/app/penstock-" + module + ".jar");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String example(String name) {
        try {
            return Files.readString(home().resolve("examples").resolve(name));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
