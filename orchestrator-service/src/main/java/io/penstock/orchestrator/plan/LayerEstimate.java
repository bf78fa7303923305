package io.penstock.orchestrator.plan;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.layer.ParameterSpec;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a job's layers should cost, before anything is measured.
 *
 * @param gigaflops of the slowest worker
 */
public record LayerEstimate(JobSpec job, double gigaflops) {

    /** A call of the backend, whatever it computes. A layer with weights makes two for an action, another one. */
    private static final double CALL_SECONDS = 10e-6;

    /** One way between two processes, as measured on loopback. */
    private static final double LATENCY_SECONDS = 50e-6;

    /** Seconds per byte between two processes on loopback, 1.9 GB/s. */
    private static final double SECONDS_PER_BYTE = 1 / 1.9e9;

    static final Link LOOPBACK = new Link(LATENCY_SECONDS, SECONDS_PER_BYTE, false);

    static final double MEBIBYTE = 1 << 20;

    /** The layers within the memory that the job allows, cut as it says. */
    LayerWorkload workload() {
        Integer limit = job.parallelism().memoryMiB();
        return workload(limit == null ? Double.POSITIVE_INFINITY : limit * MEBIBYTE);
    }

    LayerWorkload unlimited() {
        return workload(Double.POSITIVE_INFINITY);
    }

    private LayerWorkload workload(double memory) {
        return new LayerWorkload(
                this::layers, LOOPBACK, memory, job.parallelism().layers());
    }

    /** Each layer for the largest micro-batch of a step. */
    List<LayerProfile> layers(int microBatches) {
        int samples = Math.ceilDiv(job.training().batchSize(), microBatches);
        double secondsPerFlop = samples / (gigaflops * 1e9);
        List<Layer> layers = job.model().layers();
        List<LayerCost> costs = job.layerCosts();
        return IntStream.range(0, layers.size())
                .mapToObj(i -> new LayerProfile(
                        seconds(layers.get(i), costs.get(i), secondsPerFlop),
                        sizes(costs.get(i), samples),
                        weightBytes(job, layers.get(i))
                                + samples * job.training().memory().workingBytes(costs.get(i))))
                .toList();
    }

    /** Bytes of a layer's values, gradients and optimizer state. */
    public static long weightBytes(JobSpec job, Layer layer) {
        long copies = 2L + job.training().optimizer().stateTensors();
        return copies * Float.BYTES * parameters(layer);
    }

    /** Trainable values of a layer. */
    public static long parameters(Layer layer) {
        return layer.parameters().stream()
                .map(ParameterSpec::shape)
                .mapToLong(shape -> shape.size())
                .sum();
    }

    private static StageCosts seconds(Layer layer, LayerCost cost, double secondsPerFlop) {
        double calls = CALL_SECONDS * (layer.parameters().isEmpty() ? 1 : 2);
        return new StageCosts(
                calls + cost.forwardFlops() * secondsPerFlop,
                calls + cost.backwardInputFlops() * secondsPerFlop,
                cost.backwardWeightFlops() > 0 ? calls + cost.backwardWeightFlops() * secondsPerFlop : 0);
    }

    private static StageSizes sizes(LayerCost cost, int samples) {
        return new StageSizes(
                (double) cost.stashBytes() * samples,
                (double) cost.keptBytes() * samples,
                (double) cost.outputBytes() * samples);
    }
}
