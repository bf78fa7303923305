package io.penstock.backend.cpu;

import io.penstock.engine.backend.UpdateKernels.AdamStep;
import io.penstock.engine.backend.UpdateKernels.SgdStep;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/** Weight updates in one pass over memory, and the gradient's norm. */
final class UpdateKernel {

    private static final double LINE_NANOS = 10;
    private static final int LINE = SystemMemory.LINE;

    /** Values whose squares are added up by one thread; the same on any number of threads. */
    private static final int BLOCK = 1 << 14;

    private static final double BLOCK_NANOS = 0.25 * BLOCK;

    private final ThreadTeam team;

    UpdateKernel(ThreadTeam team) {
        this.team = team;
    }

    double sumOfSquares(long in, long size) {
        double[] sums = new double[Math.toIntExact(-Math.floorDiv(-size, BLOCK))];
        team.run(sums.length, BLOCK_NANOS, (from, to) -> {
            for (long i = from; i < to; i++) {
                sums[(int) i] = squares(in + 4 * i * BLOCK, Math.min(BLOCK, size - i * BLOCK));
            }
        });
        double sum = 0;
        for (double part : sums) {
            sum += part;
        }
        return sum;
    }

    private static double squares(long in, long count) {
        DoubleVector even = DoubleVector.zero(Wide.SPECIES);
        DoubleVector odd = DoubleVector.zero(Wide.SPECIES);
        long i = 0;
        for (; i + 2L * Wide.COUNT <= count; i += 2L * Wide.COUNT) {
            DoubleVector first = Wide.load(in + 4 * i);
            DoubleVector second = Wide.load(in + 4 * i + Wide.BYTES);
            even = first.fma(first, even);
            odd = second.fma(second, odd);
        }
        double rest = 0;
        for (; i < count; i++) {
            double x = Lanes.get(in + 4 * i);
            rest += x * x;
        }
        return Wide.sum(even.add(odd)) + rest;
    }

    /** The gradient is read only, unless velocity is the gradient. */
    void sgd(long weight, long gradient, long velocity, long size, SgdStep step) {
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> sgdLines(weight, gradient, velocity, step, from * LINE, to * LINE));
    }

    private static void sgdLines(long weight, long gradient, long velocity, SgdStep step, long from, long to) {
        FloatVector rate = Lanes.all(-step.learningRate());
        FloatVector decay = Lanes.all(step.weightDecay());
        float scale = step.gradientScale();
        float momentum = step.momentum();
        for (long i = from; i < to; i += Lanes.BYTES) {
            FloatVector w = Lanes.load(weight + i);
            FloatVector v = w.fma(decay, Lanes.load(gradient + i).mul(scale));
            if (momentum != 0) {
                v = Lanes.load(velocity + i).fma(Lanes.all(momentum), v);
            }
            Lanes.store(v, velocity + i);
            Lanes.store(v.fma(rate, w), weight + i);
        }
    }

    /**
     * w −= rate · mean ÷ (√variance + ε·√c2), where rate = learningRate · √c2 ÷ c1 and c = 1 − βᵗ. All factors are made in
     * float64: 1 − β2 would be off by 1e-5 if β2 were rounded first.
     */
    void adam(long weight, long gradient, long mean, long variance, long size, AdamStep step) {
        double count = step.step();
        double rootCorrection2 = Math.sqrt(1 - Math.pow(step.beta2(), count));
        var factors = new AdamFactors(
                (float) step.gradientScale(),
                step.decoupled() ? 0 : (float) step.weightDecay(),
                step.decoupled() ? (float) (1 - step.learningRate() * step.weightDecay()) : 1,
                (float) step.beta1(),
                (float) (1 - step.beta1()),
                (float) step.beta2(),
                (float) (1 - step.beta2()),
                (float) (step.epsilon() * rootCorrection2),
                (float) (-step.learningRate() * rootCorrection2 / (1 - Math.pow(step.beta1(), count))));
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> adamLines(weight, gradient, mean, variance, factors, from * LINE, to * LINE));
    }

    private record AdamFactors(
            float scale,
            float decay,
            float keep,
            float beta1,
            float rest1,
            float beta2,
            float rest2,
            float epsilon,
            float rate) {}

    private static void adamLines(
            long weight, long gradient, long mean, long variance, AdamFactors factors, long from, long to) {
        FloatVector decay = Lanes.all(factors.decay());
        FloatVector rest1 = Lanes.all(factors.rest1());
        FloatVector rest2 = Lanes.all(factors.rest2());
        FloatVector rate = Lanes.all(factors.rate());
        float scale = factors.scale();
        float keep = factors.keep();
        float beta1 = factors.beta1();
        float beta2 = factors.beta2();
        float epsilon = factors.epsilon();
        for (long i = from; i < to; i += Lanes.BYTES) {
            FloatVector w = Lanes.load(weight + i);
            FloatVector g = w.fma(decay, Lanes.load(gradient + i).mul(scale));
            FloatVector m = g.fma(rest1, Lanes.load(mean + i).mul(beta1));
            FloatVector v = g.mul(g).fma(rest2, Lanes.load(variance + i).mul(beta2));
            Lanes.store(m, mean + i);
            Lanes.store(v, variance + i);
            Lanes.store(m.div(v.sqrt().add(epsilon)).fma(rate, w.mul(keep)), weight + i);
        }
    }
}
