package io.penstock.common.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.common.schedule.InvalidScheduleException.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleValidatorTest {

    private static final String FIRST = "0F0,0SEND_F0,0RECV_B0,0B0";
    private static final String SECOND = "1RECV_F0,1F0,1B0,1SEND_B0";

    @Test
    void checkWhenTableIsWholeAcceptsIt() {
        assertThatCode(() -> ScheduleValidator.check(twoRanks(FIRST, SECOND), 1))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0F0,0SEND_F0,0RECV_B0         | 1RECV_F0,1F0,1B0,1SEND_B0     | COMPLETE | 0 | 3 | 0I0 is missing on rank 0: add it | ..0RECV_B0,>><<
            0F0,0SEND_F0,0RECV_B0,0B0,0F0 | 1RECV_F0,1F0,1B0,1SEND_B0     | COMPLETE | 0 | 4 | 0F0 repeats cell 0 of rank 0: remove one | 0B0,>>0F0<<
            0F0,0SEND_F0,0RECV_B0,0B0,0W0 | 1RECV_F0,1F0,1B0,1SEND_B0     | COMPLETE | 0 | 4 | 0W0 repeats cell 3 of rank 0: remove one | >>0B0<<,>>0W0<<
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1F0,1I0,1SEND_B0     | COMPLETE | 1 | 4 | 1W0 is missing on rank 1: add it | 1SEND_B0,>><<
            0F0,0SEND_F0,0RECV_B0,0B0,1F0 | 1RECV_F0,1B0,1SEND_B0         | COMPLETE | 0 | 4 | 1F0 stands on rank 0 but rank 1 owns stage 1: move it there | 0B0,>>1F0<<
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1F0,1B0,1SEND_B0,3F0 | COMPLETE | 1 | 4 | 3F0 is outside of 2 stages and 1 micro-batches | 1SEND_B0,>>3F0<<
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1F1,1B0,1SEND_B0     | COMPLETE | 1 | 1 | 1F1 is outside of 2 stages and 1 micro-batches | 1RECV_F0,>>1F1<<,1B0
            0F0,0SEND_F0,0RECV_B0,0B0     | 1F0,1B0,1SEND_B0              | PAIRED   | 0 | 1 | 0SEND_F0 needs 1RECV_F0, which is missing: add it | 0F0,>>0SEND_F0<<,0RECV_B0
            0F0,0RECV_B0,0B0              | 1RECV_F0,1F0,1B0,1SEND_B0     | PAIRED   | 0 | 0 | 0F0 needs 0SEND_F0, which is missing: add it | >>0F0<<,0RECV_B0
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1F0,1B0              | PAIRED   | 0 | 2 | 0RECV_B0 needs 1SEND_B0, which is missing: add it | 0SEND_F0,>>0RECV_B0<<,0B0
            0F0,0SEND_F0,0RECV_B0,0B0,0SEND_B0 | 1RECV_F0,1F0,1B0,1SEND_B0 | PAIRED  | 0 | 4 | 0SEND_B0 has no other rank at its far end: remove it | 0B0,>>0SEND_B0<<
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1F0,1SEND_F0,1B0,1SEND_B0 | PAIRED | 1 | 2 | 1SEND_F0 has no other rank at its far end: remove it | 1F0,>>1SEND_F0<<,1B0
            0SEND_F0,0F0,0RECV_B0,0B0     | 1RECV_F0,1F0,1B0,1SEND_B0     | ORDERED  | 0 | 0 | 0SEND_F0 runs before 0F0: swap them | >>0SEND_F0<<,>>0F0<<
            0F0,0SEND_F0,0B0,0RECV_B0     | 1RECV_F0,1F0,1B0,1SEND_B0     | ORDERED  | 0 | 2 | 0B0 runs before 0RECV_B0: swap them | 0SEND_F0,>>0B0<<,>>0RECV_B0<<
            0F0,0SEND_F0,0RECV_B0,0B0     | 1RECV_F0,1B0,1F0,1SEND_B0     | ORDERED  | 1 | 1 | 1B0 runs before 1F0: swap them | 1RECV_F0,>>1B0<<,>>1F0<<
            0F0,0SEND_F0,0RECV_B0,0W0,0I0 | 1RECV_F0,1F0,1B0,1SEND_B0     | ORDERED  | 0 | 3 | 0W0 runs before 0I0: swap them | 0RECV_B0,>>0W0<<,>>0I0<<
            0RECV_B0,0F0,0SEND_F0,0B0     | 1RECV_F0,1F0,1B0,1SEND_B0     | PROGRESS | 0 | 0 | deadlock: rank 0 waits at cell 0 (0RECV_B0) for 1SEND_B0; rank 1 waits at cell 0 (1RECV_F0) for 0SEND_F0 | >>0RECV_B0<<,0F0
            """)
    void checkWhenRuleIsBrokenNamesRuleAndPlace(
            String first, String second, Rule rule, int rank, int cell, String detail, String marked) {
        InvalidScheduleException refusal = refusal(twoRanks(first, second), 1);

        assertThat(refusal.rule()).isEqualTo(rule);
        assertThat(refusal.rank()).isEqualTo(rank);
        assertThat(refusal.cell()).isEqualTo(cell);
        assertThat(refusal).hasMessageStartingWith(detail + " (rule: ").hasMessageContaining(marked.replace("..", ""));
    }

    @Test
    void checkWhenSameRankOrdersStagesWronglyIsRefused() {
        ScheduleTable table = ScheduleText.parse("1F0,0F0,1B0,0B0", StageMap.loop(1, 2), 1);

        assertThat(refusal(table, 1)).hasMessageStartingWith("1F0 runs before 0F0: swap them");
    }

    @Test
    void checkWhenBuffersAreTooShallowForTheOrderIsRefused() {
        ScheduleTable table = ScheduleText.parse("""
                0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B1,0B1,0RECV_B0,0B0
                1RECV_F1,1F1,1B1,1SEND_B1,1RECV_F0,1F0,1B0,1SEND_B0
                """, StageMap.loop(2, 1), 2);

        assertThatCode(() -> ScheduleValidator.check(table, 2)).doesNotThrowAnyException();
        assertThat(refusal(table, 1))
                .hasMessageStartingWith("deadlock: rank 0 waits at cell 3 (0SEND_F1) for room on its link of depth 1;"
                        + " rank 1 waits at cell 0 (1RECV_F1) for 0SEND_F1")
                .hasMessageContaining("0F0,0SEND_F0,0F1,>>0SEND_F1<<,0RECV_B1")
                .hasMessageEndingWith("rank 1: >>1RECV_F1<<,1F1,1B1,1SEND_B1,1RECV_F0,..");
    }

    @Test
    void checkWhenReceiverHoldsTwoFramesUnusedNeedsRoomForBoth() {
        ScheduleTable table = ScheduleText.parse("""
                0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1
                1RECV_F0,1RECV_F1,1F0,1F1,1B0,1SEND_B0,1B1,1SEND_B1
                """, StageMap.loop(2, 1), 2);

        assertThatCode(() -> ScheduleValidator.check(table, 2)).doesNotThrowAnyException();
        assertThat(refusal(table, 1).rule()).isEqualTo(Rule.PROGRESS);
    }

    @Test
    void checkWhenAnyCellIsLostOrRepeatedIsRefused() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            StageMap stages = StageMap.loop(1 + random.nextInt(4), 1 + random.nextInt(3));
            ScheduleTable table = Lowering.lower(RandomTables.table(stages, 1 + random.nextInt(5), random));
            ScheduleValidator.check(table, Walk.UNBOUNDED);
            int rank = random.nextInt(stages.ranks());
            int cell = random.nextInt(table.of(rank).size());
            List<Action> shorter = new ArrayList<>(table.of(rank));
            Action lost = shorter.remove(cell);
            List<Action> longer = new ArrayList<>(table.of(rank));
            longer.add(random.nextInt(longer.size()), lost);

            assertThat(refusal(with(table, rank, shorter), Walk.UNBOUNDED)).isNotNull();
            assertThat(refusal(with(table, rank, longer), Walk.UNBOUNDED).rule())
                    .isEqualTo(Rule.COMPLETE);
        }
    }

    @Test
    void checkWhenTableIsLongTakesLinearTime() {
        ScheduleTable table = Lowering.lower(Schedules.named("1f1b").table(new Shape(8, 1, 5_000)));

        Assertions.assertTimeout(Duration.ofSeconds(30), () -> ScheduleValidator.check(table, 8));
    }

    @Test
    void checkWhenNoBufferIsDeclaredIsRefused() {
        assertThatThrownBy(() -> ScheduleValidator.check(twoRanks(FIRST, SECOND), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a link needs room for at least 1 frame, got 0");
    }

    private static InvalidScheduleException refusal(ScheduleTable table, int bufferDepth) {
        return catchThrowableOfType(InvalidScheduleException.class, () -> ScheduleValidator.check(table, bufferDepth));
    }

    private static ScheduleTable with(ScheduleTable table, int rank, List<Action> line) {
        List<List<Action>> lines = new ArrayList<>(table.actions());
        lines.set(rank, line);
        return new ScheduleTable(table.stages(), table.microBatches(), lines);
    }

    private static ScheduleTable twoRanks(String first, String second) {
        List<List<Action>> lines = List.of(first, second).stream()
                .map(line ->
                        List.of(line.split(",")).stream().map(Action::parse).toList())
                .toList();
        return new ScheduleTable(StageMap.loop(2, 1), 1, lines);
    }
}
