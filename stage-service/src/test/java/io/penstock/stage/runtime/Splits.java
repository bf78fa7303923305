package io.penstock.stage.runtime;

import io.penstock.common.schedule.Schedules;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A schedule on so many ranks and chunks.
 *
 * @param chunks stages of one rank
 */
record Splits(String schedule, int ranks, int chunks) {

    /** Every named schedule on 1 to 4 ranks, with each number of chunks of interest. */
    static Stream<Splits> all() {
        return Schedules.names().stream()
                .flatMap(schedule -> chunks(schedule)
                        .boxed()
                        .flatMap(chunks ->
                                IntStream.rangeClosed(1, 4).mapToObj(ranks -> new Splits(schedule, ranks, chunks))));
    }

    private static IntStream chunks(String schedule) {
        return switch (schedule) {
            case "gpipe", "1f1b", "zb-h1", "zb-h2" -> IntStream.of(1);
            case "zb-v", "dualpipe-v" -> IntStream.of(2);
            case "hanayo" -> IntStream.of(2, 4);
            default -> IntStream.of(1, 2, 3);
        };
    }

    Setup of(Setup setup, int microBatches) {
        return setup.on(schedule, ranks, microBatches).chunks(chunks);
    }

    @Override
    public String toString() {
        return "%s on %d × %d".formatted(schedule, ranks, chunks);
    }
}
