package io.penstock.cli;

import java.util.List;

/** Says what a refusal says about a job's fields in the words of the command line. */
final class OptionNames {

    private record Name(String field, String option) {}

    private static final List<Name> NAMES = List.of(
            new Name("parallelism.schedule", "--schedule"),
            new Name("parallelism.pipeline", "--ranks"),
            new Name("parallelism.chunks", "--chunks"),
            new Name("parallelism.microBatches", "--micro-batches"));

    private OptionNames() {}

    static String translate(String message) {
        String translated = message;
        for (Name name : NAMES) {
            translated = translated.replace(name.field, name.option);
        }
        return translated;
    }
}
