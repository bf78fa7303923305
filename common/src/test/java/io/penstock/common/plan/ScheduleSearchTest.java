package io.penstock.common.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.MemoryLimit;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The planner's own choice is at least as good as every named schedule that fits, and as the published searches. */
class ScheduleSearchTest {

    private static final double ROUNDING = 1 + 1e-9;

    /**
     * Profiled times of Qi et al., "Zero Bubble Pipeline Parallelism" (2024), and the rates that its automatic search
     * reaches within once and twice the memory of 1F1B. Half of an activation stays until W, as in its model.
     */
    @ParameterizedTest
    @CsvSource({
        "8, 24, 18.522, 18.086, 9.337, .601, 1, .1585", "8, 24, 18.522, 18.086, 9.337, .601, 2, .0433",
        "8, 64, 18.546, 18.097, 9.321, .762, 1, .0674", "8, 64, 18.546, 18.097, 9.321, .762, 2, .0026",
        "8, 32, 29.802, 29.428, 19.530, .577, 1, .1045", "8, 32, 29.802, 29.428, 19.530, .577, 2, .0022",
        "16, 48, 11.347, 11.248, 8.132, .377, 1, .1397", "16, 48, 11.347, 11.248, 8.132, .377, 2, .0066",
        "32, 96, 10.419, 10.207, 7.715, .408, 1, .1421", "32, 96, 10.419, 10.207, 7.715, .408, 2, .0038",
    })
    void autoWhenTimesAreProfiledReachesThePublishedRate(
            int ranks, int m, double f, double i, double w, double latency, int memory, double published) {
        StageSizes sizes = new StageSizes(1, 0.5, 0);
        StageWorkload workload = new StageWorkload(
                List.of(new StageCosts(f, i, w)), sizes, Link.latency(latency), (double) memory * ranks);

        Planned planned = Planner.plan(PlanRequest.of("auto", ranks, null, m).minimizing(Objective.SPAN), workload);

        assertThat(planned.plan().predicted().span()).isLessThanOrEqualTo(published);
        ScheduleValidator.checkMemory(
                planned.plan().table(), new MemoryLimit(planned.costs().sizes(), ranks, (double) memory * ranks));
    }

    /** The published search has one stage a rank; it ends in a solver, this one in a local search. */
    @ParameterizedTest
    @CsvSource({
        "8, 24, 18.522, 18.086, 9.337, .601, .0433", "8, 64, 18.546, 18.097, 9.321, .762, .0026",
        "8, 32, 29.802, 29.428, 19.530, .577, .0022", "16, 48, 11.347, 11.248, 8.132, .377, .0066",
        "32, 96, 10.419, 10.207, 7.715, .408, .0038",
    })
    void autoWhenRanksHaveOneStageComesWithinRoundingOfThePublishedRate(
            int ranks, int m, double f, double i, double w, double latency, double published) {
        StageWorkload workload = new StageWorkload(
                List.of(new StageCosts(f, i, w)), new StageSizes(1, 0.5, 0), Link.latency(latency), 2.0 * ranks);

        Planned planned = Planner.plan(PlanRequest.of("auto", ranks, 1, m).minimizing(Objective.SPAN), workload);

        assertThat(planned.plan().predicted().span()).isLessThanOrEqualTo(published + 0.0005);
    }

    @Test
    void autoWhenCostsAreRandomIsNeverWorseThanAnyNamedSchedule() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Double> gains = new ArrayList<>();
        for (int round = 0; round < 500; round++) {
            gains.add(gain(random, "seed %d, round %d".formatted(seed, round)));
        }
        gains.sort(null);
        System.out.printf(
                "seed %d: auto takes %.1f %% less time than the best named schedule in the median, %.1f %% at most%n",
                seed, 100 * gains.get(gains.size() / 2), 100 * gains.getLast());
    }

    /** The share of the best named schedule's step that auto saves. */
    private static double gain(Random random, String place) {
        int ranks = 2 + random.nextInt(3);
        int microBatches = 1 + random.nextInt(10);
        LayerWorkload workload = random(random, ranks);
        PlanRequest auto = PlanRequest.of("auto", ranks, null, microBatches);
        List<Double> named = Schedules.all().stream()
                .map(schedule -> makespan(schedule, ranks, microBatches, workload))
                .filter(Objects::nonNull)
                .toList();
        if (named.isEmpty()) {
            return 0;
        }
        double best = named.stream().min(Double::compare).orElseThrow();
        Planned planned = Planner.plan(auto, workload);

        assertThat(planned.timeline().makespan()).as(place).isLessThanOrEqualTo(best * ROUNDING);
        return 1 - planned.timeline().makespan() / best;
    }

    private static Double makespan(Schedule schedule, int ranks, int microBatches, LayerWorkload workload) {
        try {
            return Planner.plan(PlanRequest.of(schedule.name(), ranks, null, microBatches), workload)
                    .timeline()
                    .makespan();
        } catch (IllegalArgumentException refused) {
            return null;
        }
    }

    /** Uneven layers, a latency of up to one forward, and in half of the cases a limit of memory. */
    private static LayerWorkload random(Random random, int ranks) {
        List<LayerProfile> layers = Stream.generate(() -> new LayerProfile(
                        new StageCosts(0.1 + random.nextDouble(), 0.1 + random.nextDouble(), random.nextDouble()),
                        new StageSizes(1, random.nextDouble(), 0),
                        0))
                .limit(4L * ranks + random.nextInt(5))
                .toList();
        double forward = layers.stream()
                .mapToDouble(layer -> layer.times().forward())
                .average()
                .orElseThrow();
        double memory = random.nextBoolean() ? Double.POSITIVE_INFINITY : 4 * ranks * (1 + 2 * random.nextDouble());
        return new LayerWorkload(m -> layers, Link.latency(random.nextDouble() * 4 * forward), memory, null);
    }

    @Test
    void planWhenMicroBatchesAreOpenChoosesThem() {
        StageCosts overhead = new StageCosts(0.2, 0.2, 0.2);
        LayerWorkload workload = new LayerWorkload(
                m -> Stream.generate(() -> new LayerProfile(overhead.plus(new StageCosts(1, 1, 1).times(8.0 / m))))
                        .limit(8)
                        .toList(),
                Link.INSTANT,
                Double.POSITIVE_INFINITY,
                null);
        List<Integer> open = List.of(1, 4, 8, 16, 64);

        Planned named = Planner.plan(new PlanRequest("1f1b", null, 4, null, open, Objective.MAKESPAN), workload);
        Planned auto = Planner.plan(new PlanRequest("auto", null, 4, null, open, Objective.MAKESPAN), workload);

        assertThat(named.plan().table().microBatches()).isEqualTo(8);
        assertThat(auto.plan().table().microBatches()).isIn(4, 8);
        assertThat(auto.alternatives()).extracting(Alternative::microBatches).contains(1, 4, 8, 16, 64);
        assertThat(auto.alternatives().getFirst().stepSeconds())
                .isGreaterThanOrEqualTo(auto.timeline().makespan() / ROUNDING);
    }

    @Test
    void autoWhenAskedTwiceAnswersAlike() {
        LayerWorkload workload = random(new Random(7), 4);
        PlanRequest request = PlanRequest.of("auto", 4, null, 6);

        assertThat(Planner.plan(request, workload).plan())
                .isEqualTo(Planner.plan(request, workload).plan());
    }

    @Test
    void autoWhenChunksAreNamedUsesThem() {
        LayerWorkload workload = random(new Random(8), 2);

        Planned planned = Planner.plan(PlanRequest.of("auto", 2, 3, 4), workload);

        assertThat(planned.plan().table().stages().chunks()).isEqualTo(3);
        assertThat(planned.alternatives())
                .filteredOn(alternative -> alternative.schedule().equals("1f1b"))
                .extracting(Alternative::refused)
                .containsExactly("schedule 1f1b gives each rank one stage but parallelism.chunks is 3: use 1");
    }

    @Test
    void namedWhenMicroBatchesAreOpenTakesTheBest() {
        PlanRequest request = new PlanRequest("gpipe", null, 4, null, List.of(2, 4, 8), Objective.MAKESPAN);
        LayerWorkload workload = random(new Random(9), 4);

        assertThat(Planner.plan(request, workload).plan().schedule()).isEqualTo("gpipe");
        assertThatThrownBy(() -> Planner.plan(
                        new PlanRequest("gpipe", null, 40, null, List.of(2, 4), Objective.MAKESPAN), workload))
                .hasMessageStartingWith("no schedule fits: gpipe: the pipeline has 40 stages but the model has");
    }
}
