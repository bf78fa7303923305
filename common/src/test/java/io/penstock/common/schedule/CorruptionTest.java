package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One wrong cell in a legal table is always found, and the refusal marks it. */
class CorruptionTest {

    private static final int TABLES = 1_500;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** A legal table that was made wrong, and where. */
    record Broken(ScheduleTable table, int bufferDepth, List<Cell> wrong) {}

    enum Corruption {
        DROP {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                Action lost = table.of(rank).get(cell);
                ScheduleTable without = Lines.without(table, rank, cell);
                // what is missing stands behind the last cell, or at the cells that miss it
                List<Cell> wrong = new ArrayList<>(Lines.needing(without, lost));
                wrong.add(new Cell(rank, without.of(rank).size()));
                return new Broken(without, Walk.UNBOUNDED, wrong);
            }
        },
        DUPLICATE {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                Action twice = table.of(rank).get(cell);
                int to = random.nextInt(table.of(rank).size() + 1);
                int first = to <= cell ? cell + 1 : cell;
                return new Broken(
                        Lines.with(table, rank, to, twice),
                        Walk.UNBOUNDED,
                        List.of(new Cell(rank, to), new Cell(rank, first)));
            }
        },
        SWAP {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                Action action = table.of(rank).get(cell);
                Action needed = Dependencies.own(action);
                if (needed == null) {
                    needed = Dependencies.input(action, table.stages());
                }
                int other = needed == null ? -1 : Lines.find(table, rank, needed);
                if (other < 0) {
                    return DUPLICATE.apply(table, rank, cell, random);
                }
                List<Action> line = new ArrayList<>(table.of(rank));
                Collections.swap(line, cell, other);
                return new Broken(
                        Lines.replace(table, rank, line),
                        Walk.UNBOUNDED,
                        List.of(new Cell(rank, cell), new Cell(rank, other)));
            }
        },
        WRONG_STAGE {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                Action action = table.of(rank).get(cell);
                int stages = table.stages().stages();
                int stage = (action.stage() + 1 + random.nextInt(stages)) % (stages + 1);
                return Lines.changed(table, rank, cell, new Action(stage, action.kind(), action.microBatch()));
            }
        },
        WRONG_MICRO_BATCH {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                Action action = table.of(rank).get(cell);
                int count = table.microBatches();
                int microBatch = (action.microBatch() + 1 + random.nextInt(count)) % (count + 1);
                return Lines.changed(table, rank, cell, new Action(action.stage(), action.kind(), microBatch));
            }
        },
        MISSING_RECEIVE {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                List<Cell> receives = Lines.cells(
                        table,
                        action -> action.kind() == ActionKind.RECEIVE_FORWARD
                                || action.kind() == ActionKind.RECEIVE_BACKWARD);
                if (receives.isEmpty()) {
                    return DROP.apply(table, rank, cell, random);
                }
                Cell chosen = receives.get(random.nextInt(receives.size()));
                return DROP.apply(table, chosen.rank(), chosen.index(), random);
            }
        },
        SHORT_BUFFER {
            @Override
            Broken apply(ScheduleTable table, int rank, int cell, Random random) {
                int least = Lines.leastDepth(table);
                if (least == 1) {
                    return DROP.apply(table, rank, cell, random);
                }
                return new Broken(
                        table,
                        least - 1,
                        Lines.cells(
                                table,
                                action -> action.kind() == ActionKind.SEND_FORWARD
                                        || action.kind() == ActionKind.SEND_BACKWARD));
            }
        };

        abstract Broken apply(ScheduleTable table, int rank, int cell, Random random);
    }

    @ParameterizedTest
    @EnumSource
    void checkWhenOneCellIsWrongMarksIt(Corruption corruption) {
        System.out.println("seed " + seed);
        for (int round = 0; round < TABLES; round++) {
            ScheduleTable table = legal();
            ScheduleValidator.check(table, Lines.leastDepth(table));
            int rank = random.nextInt(table.stages().ranks());
            Broken broken =
                    corruption.apply(table, rank, random.nextInt(table.of(rank).size()), random);

            InvalidScheduleException refusal = catchThrowableOfType(
                    InvalidScheduleException.class,
                    () -> ScheduleValidator.check(broken.table(), broken.bufferDepth()));

            assertThat(refusal).as("seed %d, round %d: %s", seed, round, broken).isNotNull();
            assertThat(refusal.cells())
                    .as("seed %d, round %d: %s in %s", seed, round, refusal.getMessage(), broken)
                    .containsAnyElementsOf(broken.wrong());
            Cell first = refusal.cells().getFirst();
            assertThat(refusal.getMessage()).contains(">>", "rank " + first.rank());
        }
    }

    private ScheduleTable legal() {
        int microBatches = 1 + random.nextInt(5);
        if (random.nextInt(3) > 0) {
            StageMap stages = random.nextBoolean()
                    ? StageMap.loop(1 + random.nextInt(4), 1 + random.nextInt(3))
                    : StageMap.wave(1 + random.nextInt(4), 1 + random.nextInt(3));
            return Lowering.lower(RandomTables.table(stages, microBatches, random));
        }
        Schedule schedule = Schedules.all().get(random.nextInt(Schedules.all().size()));
        Shape shape = new Shape(1 + random.nextInt(4), schedule.defaultChunks(), microBatches);
        return Lowering.lower(schedule.table(shape).inSequence());
    }

    @Test
    void checkMemoryWhenLimitIsAnyBitTooSmallMarksTheForwardThatExceedsIt() {
        System.out.println("seed " + seed);
        for (int round = 0; round < TABLES; round++) {
            ScheduleTable table = legal();
            List<StageSizes> sizes = IntStream.range(0, table.stages().stages())
                    .mapToObj(stage -> new StageSizes(1 + random.nextInt(4), random.nextInt(2), 0))
                    .toList();
            List<Double> peaks = Liveness.peaks(table, sizes);
            int rank = random.nextInt(peaks.size());
            List<Double> limits = new ArrayList<>(peaks);
            limits.set(rank, peaks.get(rank) - 0.5);

            ScheduleValidator.checkMemory(table, new MemoryLimit(sizes, peaks));
            InvalidScheduleException refusal = catchThrowableOfType(
                    InvalidScheduleException.class,
                    () -> ScheduleValidator.checkMemory(table, new MemoryLimit(sizes, limits)));

            assertThat(refusal.rule()).isEqualTo(Rule.MEMORY);
            assertThat(refusal.rank()).isEqualTo(rank);
            assertThat(table.of(rank).get(refusal.cell()).kind()).isEqualTo(ActionKind.FORWARD);
        }
    }
}
