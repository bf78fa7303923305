package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One kernel on one set of operands: runs it on the tested backend in float32 and on {@link ReferenceBackend} in float64, and
 * compares the result and every operand afterwards, so that a kernel which spoils its input is caught too.
 */
final class KernelCase {

    /** Largest error of an element, relative to the largest finite element of its tensor: some float32 roundings. */
    private static final double TOLERANCE = 4e-6;

    /** Tensors of fewer elements may be small by chance; their errors are relative to 1, the size of operands, at least. */
    private static final int FEW = 16;

    /** What is tested. */
    interface Kernel {
        void run(Backend backend, Tensor[] operands);
    }

    /** A kernel that returns a number. */
    interface Measure {
        double run(Backend backend, Tensor[] operands);
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Operand(DType dtype, Shape shape, double[] content, boolean compared) {}

    private record Outcome(double result, List<double[]> contents) {}

    private final Backend tested;
    private final long seed;
    private final CounterRandom random;
    private final List<Operand> operands = new ArrayList<>();
    private double roundings = 1;
    private double magnitude;

    KernelCase(Backend tested, long seed) {
        this.tested = tested;
        this.seed = seed;
        this.random = CounterRandom.of(seed, "contract", "operands", 0, 0);
    }

    /** An operand with uniform values in [−2, 2). */
    KernelCase random(int... shape) {
        return with(Shape.of(shape), uniform(Shape.of(shape)));
    }

    /** As random, but with values in [0.5, 4.5). */
    KernelCase positive(int... shape) {
        return with(
                Shape.of(shape),
                Arrays.stream(uniform(Shape.of(shape))).map(x -> x + 2.5).toArray());
    }

    /** As random, for an operand whose content after the kernel doesn't matter. */
    KernelCase usedUp(int... shape) {
        operands.add(new Operand(DType.F32, Shape.of(shape), uniform(Shape.of(shape)), false));
        return this;
    }

    KernelCase filled(double value, int... shape) {
        double[] content = new double[(int) Shape.of(shape).size()];
        Arrays.fill(content, value);
        return with(Shape.of(shape), content);
    }

    KernelCase with(Shape shape, double... content) {
        double[] rounded = Arrays.stream(content).map(x -> (float) x).toArray();
        operands.add(new Operand(DType.F32, shape, rounded, true));
        return this;
    }

    KernelCase integers(Shape shape, double... content) {
        operands.add(new Operand(DType.I32, shape, content, true));
        return this;
    }

    /** Random integers from 0 to classes − 1. */
    KernelCase labels(int rows, int classes) {
        return integers(
                Shape.of(rows),
                IntStream.range(0, rows)
                        .mapToDouble(i -> random.nextInt(classes))
                        .toArray());
    }

    /** Allows so many times the usual error, for results of long or nested sums. */
    KernelCase roundings(double factor) {
        roundings = factor;
        return this;
    }

    /** Takes errors relative to this at least, for results that are small because what they are made of cancels. */
    KernelCase magnitude(double value) {
        magnitude = value;
        return this;
    }

    void agrees(Kernel kernel) {
        agreesOnResult((backend, operands) -> {
            kernel.run(backend, operands);
            return 0;
        });
    }

    void agreesOnResult(Measure kernel) {
        Outcome first = run(tested, DType.F32, kernel);
        Outcome again = run(tested, DType.F32, kernel);
        Outcome expected = run(new ReferenceBackend(), DType.F64, kernel);
        close("result", new double[] {first.result()}, new double[] {expected.result()});
        assertThat(again.result())
                .as("result of the second run, seed %d", seed)
                .isEqualTo(Double.valueOf(first.result()));
        for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i).compared()) {
                close(
                        "operand " + i,
                        first.contents().get(i),
                        expected.contents().get(i));
                assertThat(again.contents().get(i))
                        .as("operand %d after the second run, seed %d", i, seed)
                        .isEqualTo(first.contents().get(i));
            }
        }
    }

    private Outcome run(Backend backend, DType floats, Measure kernel) {
        Tensor[] tensors = operands.stream()
                .map(operand -> HostValues.tensor(
                        backend, operand.dtype() == DType.I32 ? DType.I32 : floats, operand.shape(), operand.content()))
                .toArray(Tensor[]::new);
        long live = backend.liveTensors();
        double result = kernel.run(backend, tensors);
        assertThat(backend.liveTensors()).as("live tensors after the kernel").isEqualTo(live);
        List<double[]> contents = Arrays.stream(tensors)
                .map(tensor -> HostValues.read(backend, tensor))
                .toList();
        Arrays.stream(tensors).forEach(Tensor::close);
        return new Outcome(result, contents);
    }

    private void close(String what, double[] actual, double[] expected) {
        double largest = Arrays.stream(expected)
                .filter(Double::isFinite)
                .map(Math::abs)
                .max()
                .orElse(0);
        double least = Math.max(magnitude, expected.length < FEW ? 1 : 0);
        double error = TOLERANCE * roundings * Math.max(largest, least);
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            boolean same = Double.compare(actual[i], expected[i]) == 0 || Math.abs(actual[i] - expected[i]) <= error;
            assertThat(same)
                    .as("%s[%d] is %s, expected %s, seed %d", what, i, actual[i], expected[i], seed)
                    .isTrue();
        }
    }

    private double[] uniform(Shape shape) {
        double[] content = new double[(int) shape.size()];
        Arrays.setAll(content, i -> 4 * random.nextFloat() - 2);
        return content;
    }
}
