package io.penstock.cli.doctor;

/** The platform that everything runs on. */
record JavaCheck() implements Check {

    private static final int FEATURE = 25;

    @Override
    public Finding examine(Machine machine) {
        Runtime.Version version = machine.java();
        return version.feature() == FEATURE
                ? Finding.ok("java", version.toString())
                : Finding.problem(
                        "java",
                        "this is Java " + version,
                        "install a JDK %d and set JAVA_HOME to it".formatted(FEATURE));
    }
}
