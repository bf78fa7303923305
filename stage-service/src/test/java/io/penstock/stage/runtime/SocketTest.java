package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import io.penstock.engine.optimizer.Sgd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs over real connections: same bits, no deadlock with frames beyond all socket buffers, nothing leaks. */
class SocketTest {

    @RegisterExtension
    final LeakDetection leaks = new LeakDetection();

    @ParameterizedTest
    @CsvSource({
        "naive,2,3",
        "gpipe,3,4",
        "1f1b,4,8",
        "1f1b,4,3",
        "1f1b,4,1",
        "zb-h1,3,4",
        "zb-h2,3,4",
        "interleaved-1f1b,2,5",
        "looped-bfs,2,5",
        "interleaved-zb,2,5",
        "zb-v,2,5",
        "dualpipe-v,2,5",
        "hanayo,2,5",
    })
    void trainWhenOverSocketsGivesTheSameBitsAsInMemory(String schedule, int ranks, int microBatches) {
        Setup setup = new Setup(
                        new Mlp(9, List.of(11, 8, 10, 7), 4, Activation.RELU, 0.1),
                        new Adam(0.01, 0.9, 0.999, 1e-8, 0),
                        ReferenceBackend::new,
                        Batch.random(12, 9, 4, 3)::feed)
                .batch(12)
                .steps(5)
                .on(schedule, ranks, microBatches)
                .evaluate(5);

        PipelineRun.Result inMemory = PipelineRun.of(setup);
        PipelineRun.Result overSockets = PipelineRun.of(setup.sockets());

        assertThat(overSockets.losses()).isEqualTo(inMemory.losses());
        assertThat(overSockets.evaluations()).isEqualTo(inMemory.evaluations());
        InvarianceTest.assertSameBits(overSockets.weights(), inMemory.weights());
    }

    /** Activations and gradients of 16 MiB cross between the same two ranks at the same time. */
    @Test
    void trainWhenFramesOutgrowSocketBuffersDoesNotDeadlock() {
        int samples = 1024;
        int width = 4096;
        Setup setup = new Setup(
                        new Mlp(4, List.of(width, 2), 2, Activation.RELU, 0),
                        new Sgd(0.01, 0, 0),
                        () -> ReferenceRuns.open("cpu"),
                        Batch.random(4 * samples, 4, 2, 1)::feed)
                .batch(4 * samples)
                .steps(2)
                .on("1f1b", 2, 4)
                .sockets();

        PipelineRun.Result result = PipelineRun.of(setup);

        assertThat(result.losses())
                .hasSize(2)
                .allSatisfy(loss -> assertThat(loss).isFinite());
        assertThat(result.outcomes().get(0).getFirst().sentForwardBytes())
                .isEqualTo(4L * samples * width * Float.BYTES);
    }

    @Test
    void memoryWhenTwoThousandStepsRunStaysFlat() {
        Setup setup = new Setup(
                        new Mlp(8, List.of(16, 16), 3, Activation.RELU, 0),
                        new Adam(0.001, 0.9, 0.999, 1e-8, 0),
                        () -> ReferenceRuns.open("nd4j"),
                        Batch.random(16, 8, 3, 2)::feed)
                .batch(16)
                .on("1f1b", 2, 4)
                .sockets();
        PipelineRun.of(setup.steps(200));
        long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();

        PipelineRun.Result result = PipelineRun.of(setup.steps(2_000));

        assertThat(result.losses()).hasSize(2_000);
        assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isLessThanOrEqualTo(before);
    }
}
