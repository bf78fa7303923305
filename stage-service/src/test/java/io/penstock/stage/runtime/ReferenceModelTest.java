package io.penstock.stage.runtime;

import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.ReferenceModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small models of every kind, started from PyTorch's weights, follow PyTorch's run however they are cut and scheduled. */
class ReferenceModelTest {

    @ParameterizedTest
    @EnumSource(names = "COURSE_MLP", mode = EnumSource.Mode.EXCLUDE)
    void trainWhenComputedInFloat64FollowsPyTorch(ReferenceModel reference) {
        ReferenceRuns.assertFollowsPyTorch(
                reference,
                PipelineRun.of(
                        ReferenceRuns.setup(reference, ReferenceBackend::new).on("1f1b", 1, 1)));
    }
}
