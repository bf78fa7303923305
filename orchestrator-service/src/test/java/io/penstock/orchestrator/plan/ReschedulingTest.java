package io.penstock.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.advice.Profile;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.Alternative;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.simulate.Simulator;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.ScheduleChoice;
import io.penstock.engine.job.ScheduleRequest;
import io.penstock.orchestrator.fake.JobText;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReschedulingTest {

    private static final String ONE_CHUNK = "{\"pipeline\": 3, \"microBatches\": 4, \"schedule\": \"%s\"}";
    private static final String TWO_CHUNKS =
            "{\"pipeline\": 2, \"chunks\": 2, \"microBatches\": 4, \"schedule\": \"%s\"}";

    @ParameterizedTest
    @ValueSource(strings = {"naive", "gpipe", "1f1b", "zb-h1", "zb-h2"})
    void toWhenStagesAreTheSameKeepsAllButTheOrder(String schedule) {
        Rescheduling from = of(ONE_CHUNK, "1f1b");

        Plan plan = from.to(ScheduleChoice.named(schedule)).plan();

        assertThat(plan.schedule()).isEqualTo(schedule);
        assertThat(plan.partition()).isEqualTo(from.current().partition());
        assertThat(plan.bufferDepth()).isEqualTo(from.current().bufferDepth());
        assertThat(plan.table().stages()).isEqualTo(from.current().table().stages());
        assertThat(plan.table().microBatches()).isEqualTo(4);
        ScheduleValidator.check(plan.table(), plan.bufferDepth());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    zb-v             | 1 | schedule zb-v gives each rank two stages
                    hanayo           | 1 | parallelism.chunks is 1: use an even number
                    1f1b             | 2 | schedule 1f1b gives each rank one stage but parallelism.chunks is 2
                    zb-v             | 2 | schedule zb-v has stages on ranks [0, 1, 1, 0] but this job has stages on ranks [0, 1, 0, 1]
                    """)
    void toWhenStagesWouldMoveIsRefused(String schedule, int chunks, String reason) {
        Rescheduling from = chunks == 1 ? of(ONE_CHUNK, "1f1b") : of(TWO_CHUNKS, "interleaved-1f1b");

        assertThatThrownBy(() -> from.to(ScheduleChoice.named(schedule)))
                .isInstanceOf(RescheduleRefusedException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void toWhenTheLinksAreTooShallowIsRefusedWithTheRule() {
        Rescheduling from = of(TWO_CHUNKS, "naive");

        assertThatThrownBy(() -> from.to(ScheduleChoice.named("looped-bfs")))
                .isInstanceOf(RescheduleRefusedException.class)
                .hasMessageContaining("schedule looped-bfs does not fit into this job, whose links hold 1 frames each")
                .hasMessageContaining("(rule: no rank waits for ever)")
                .hasMessageContaining(">>");
    }

    @Test
    void toWhenTableHasOtherMicroBatchesIsRefused() {
        assertThatThrownBy(() -> of(ONE_CHUNK, "1f1b").to(csv("0F0,0B0\\n1F0,1B0\\n2F0,2B0")))
                .isInstanceOf(RescheduleRefusedException.class)
                .hasMessage("the table has 1 micro-batches but this job has 4: write a table for 4");
    }

    @Test
    void toWhenTableIsTheUsersGoesOnWithIt() {
        Plan plan = of(TWO_CHUNKS.replace("4", "1"), "naive")
                .to(csv("0F0,2F0,2I0,0B0,2W0\\n1F0,3F0,3B0,1B0"))
                .plan();

        assertThat(plan.schedule()).isEqualTo("csv");
        assertThat(plan.table().of(0).getLast()).hasToString("2W0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0F0,0Q0", "0B0,0F0\\n1F0,1B0\\n2F0,2B0", ""})
    void toWhenTableIsIllegalIsAFaultOfTheRequest(String text) {
        assertThatThrownBy(() -> of(ONE_CHUNK, "1f1b").to(csv(text)))
                .isInstanceOfSatisfying(
                        InvalidJobException.class,
                        e -> assertThat(e.errors().getFirst().pointer()).isEqualTo("/schedule/csv"));
    }

    @Test
    void toWhenAutoIsNoSlowerThanAnyScheduleWithTheSameStages() {
        Rescheduling estimated = of(ONE_CHUNK, "naive");
        Rescheduling from = new Rescheduling(
                estimated.estimate(),
                estimated.current(),
                new Profile(9, Collections.nCopies(3, new StageCosts(1, 1, 1)), new TreeMap<>()));

        Planned best = from.to(ScheduleChoice.named("auto"));

        assertThat(best.plan().table().stages())
                .isEqualTo(from.current().table().stages());
        for (String schedule : List.of("naive", "gpipe", "1f1b", "zb-h1")) {
            double other = from.to(ScheduleChoice.named(schedule)).timeline().makespan();
            assertThat(best.timeline().makespan()).as(schedule).isLessThanOrEqualTo(other * (1 + 1e-9));
        }
        assertThat(best.timeline().makespan())
                .isCloseTo(
                        Simulator.simulate(
                                        best.plan().table(),
                                        best.costs(),
                                        from.current().bufferDepth())
                                .makespan(),
                        within(1e-9));
        assertThat(best.alternatives())
                .filteredOn(other -> other.refused() != null)
                .extracting(Alternative::schedule)
                .contains("zb-v", "zb-h2")
                .doesNotContain("naive", "gpipe", "1f1b", "zb-h1");
        assertThat(best.alternatives()).hasSize(Schedules.names().size());
    }

    private static ScheduleChoice csv(String text) {
        String body = "{\"schedule\": {\"csv\": \"%s\"}}".formatted(text);
        ScheduleRequest request = JobReader.readScheduleRequest(body.getBytes(StandardCharsets.UTF_8));
        return request.schedule();
    }

    private static Rescheduling of(String parallelism, String schedule) {
        JobSpec job = JobReader.read(JobText.parallel(parallelism.formatted(schedule)));
        return new Rescheduling(
                new LayerEstimate(job, 10), Planning.plan(job, 10).plan(), null);
    }
}
