package io.penstock.common.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasuredLayersTest {

    @Test
    void costsWhenCutAsThePlanIsAreWhatWasMeasured() {
        long seed = System.nanoTime();
        System.out.println("MeasuredLayersTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<LayerProfile> layers = random(random, 12)
                    .map(times -> new LayerProfile(times, new StageSizes(1, 2, 3), 4))
                    .toList();
            LayerWorkload estimated =
                    new LayerWorkload(microBatches -> layers, Link.latency(0.5), Double.POSITIVE_INFINITY, null);
            Plan plan = Planner.plan(PlanRequest.of("interleaved-1f1b", 3, 2, 4), estimated)
                    .plan();
            List<StageCosts> times = random(random, 6).toList();
            List<MeasuredStep> steps = List.of(new MeasuredStep(9, plan.schedule(), times, null));

            MeasuredLayers measured = new MeasuredLayers(estimated, plan, Profile.of(steps));

            assertThat(measured.costs().times()).as("seed %d", seed).zipSatisfy(times, (got, wanted) -> {
                assertThat(got.forward()).isCloseTo(wanted.forward(), within(1e-12));
                assertThat(got.backwardInput()).isCloseTo(wanted.backwardInput(), within(1e-12));
                assertThat(got.backwardWeight()).isCloseTo(wanted.backwardWeight(), within(1e-12));
            });
            assertThat(measured.costs().link()).isEqualTo(Link.latency(0.5));
            assertThat(measured.costs().sizes()).isEqualTo(measured.expected().sizes());
        }
    }

    /** A third of the W are 0, as those of layers without weights. */
    private static Stream<StageCosts> random(Random random, int count) {
        return Stream.generate(() -> new StageCosts(
                        random.nextDouble(), random.nextDouble(), random.nextInt(3) == 0 ? 0 : random.nextDouble()))
                .limit(count);
    }
}
