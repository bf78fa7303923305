package io.penstock.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.advice.Profile;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateFitTest {

    private static final String MODEL = """
            {"name": "fit",
             "model": {"type": "mlp", "inputSize": 64, "hiddenSizes": %s, "outputSize": 10},
             "data": {"type": "synthetic", "samples": 64, "inputSize": 64, "classes": 10},
             "training": {"batchSize": 64, "epochs": 1, "loss": "cross_entropy",
                          "optimizer": {"type": "sgd", "learningRate": 0.1}},
             "parallelism": {"pipeline": 4, "microBatches": 8, "schedule": "1f1b"}}
            """;

    /** A busy machine told each worker a rate that was much too low, so all was thought to be operations. */
    @ParameterizedTest
    @CsvSource({"0.3, 200", "20, 200", "200, 2", "20, 20"})
    void fitWhenTheRateWasWrongNamesNobody(double measuredRate, double trueRate) {
        JobSpec job = JobReader.read(MODEL.formatted("[256, 256, 256]"));
        LayerEstimate wrong = new LayerEstimate(job, measuredRate);
        Plan plan = Planning.plan(job, measuredRate).plan();

        LayerEstimate fitted = new EstimateFit(plan, profile(plan, new LayerEstimate(job, trueRate), -1)).of(wrong);

        assertThat(slow(plan, fitted, new LayerEstimate(job, trueRate), -1)).isLessThan(1.3);
    }

    @Test
    void fitWhenOneStageIsSlowDoesNotExplainItAway() {
        JobSpec job = JobReader.read(MODEL.formatted("[64, 64, 64, 64, 80, 80, 64, 64]"));
        LayerEstimate estimate = new LayerEstimate(job, 20);
        Plan plan = Planning.plan(job, 20).plan();

        LayerEstimate fitted = new EstimateFit(plan, profile(plan, new LayerEstimate(job, 200), 2)).of(estimate);

        assertThat(slow(plan, fitted, new LayerEstimate(job, 200), 2)).isCloseTo(2, within(0.1));
    }

    private static double slow(Plan plan, LayerEstimate fitted, LayerEstimate truth, int slow) {
        List<StageCosts> expected = stages(plan, fitted, -1);
        List<StageCosts> measured = stages(plan, truth, slow);
        double[] ratios = IntStream.range(0, 4)
                .mapToDouble(stage ->
                        measured.get(stage).total() / expected.get(stage).total())
                .sorted()
                .toArray();
        return ratios[3] / ratios[1];
    }

    private static Profile profile(Plan plan, LayerEstimate truth, int slow) {
        return Profile.of(List.of(new MeasuredStep(9, "1f1b", stages(plan, truth, slow), null)));
    }

    /** Ten times what it should be, as under load; one stage twice that. */
    private static List<StageCosts> stages(Plan plan, LayerEstimate truth, int slow) {
        List<LayerProfile> layers = truth.layers(8);
        return IntStream.range(0, 4)
                .mapToObj(stage -> {
                    LayerRange range = plan.partition().get(stage);
                    return layers.subList(range.from(), range.to()).stream()
                            .map(LayerProfile::times)
                            .reduce(StageCosts.ZERO, StageCosts::plus)
                            .times(stage == slow ? 20 : 10);
                })
                .toList();
    }
}
