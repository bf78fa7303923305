package io.penstock.cli;

import io.penstock.common.plan.PlanRequest;
import io.penstock.common.schedule.Dialect;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which table a command is about: a named schedule of some shape, or the user's own. */
final class TableOptions {

    @Option(
            names = "--schedule",
            paramLabel = "NAME",
            description = "naive, gpipe, 1f1b, interleaved-1f1b, looped-bfs, zb-h1, zb-h2, zb-v, interleaved-zb,"
                    + " dualpipe-v, hanayo, or auto for the best of all.")
    private @Nullable String schedule;

    @Option(names = "--ranks", paramLabel = "P", description = "Workers of the pipeline.")
    private @Nullable Integer ranks;

    @Option(names = "--chunks", paramLabel = "V", description = "Stages of one rank; default: the schedule's usual.")
    private @Nullable Integer chunks;

    @Option(names = "--micro-batches", paramLabel = "M", description = "Slices of a step's batch.")
    private @Nullable Integer microBatches;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "A table of your own, one line a rank; proven as it is if it has sends and receives.")
    private @Nullable Path csv;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "How FILE names backward actions: pytorch (I, W, B both), old (B, W, BW both).")
    private Dialect dialect = Dialect.PYTORCH;

    boolean isAuto() {
        return csv == null && PlanRequest.AUTO.equals(schedule);
    }

    String name() {
        return csv == null
                ? required("--schedule", schedule)
                : csv.getFileName().toString();
    }

    int ranks() {
        return required("--ranks", ranks);
    }

    @Nullable
    Integer chunks() {
        return chunks;
    }

    int microBatches() {
        return required("--micro-batches", microBatches);
    }

    ScheduleTable table() throws IOException {
        return csv == null ? named() : own(csv);
    }

    private ScheduleTable named() {
        Schedule named = Schedules.named(name());
        return named.table(new Shape(ranks(), chunks == null ? named.defaultChunks() : chunks, microBatches()));
    }

    /** The table of a file; if the command names a shape, the table has to be of that one. */
    private ScheduleTable own(Path file) throws IOException {
        ScheduleTable table;
        try {
            table = ScheduleText.parse(Files.readString(file), dialect);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("--csv is %s but there is no such file".formatted(file), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
        }
        requireEqual("--ranks", ranks, table.stages().ranks(), "lines");
        requireEqual("--chunks", chunks, table.stages().chunks(), "stages on one of its ranks");
        return microBatches == null
                ? table
                : new ScheduleTable(table.stages(), microBatches, table.actions(), table.overlaps());
    }

    private void requireEqual(String option, @Nullable Integer asked, int found, String what) {
        if (asked != null && asked != found) {
            throw new IllegalArgumentException("%s is %d but %s has %d %s: leave the option out or change the file"
                    .formatted(option, asked, name(), found, what));
        }
    }

    private static <T> T required(String option, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("%s is missing: give it, or a table with --csv".formatted(option));
        }
        return value;
    }
}
