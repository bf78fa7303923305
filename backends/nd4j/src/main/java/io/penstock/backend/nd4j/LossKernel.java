package io.penstock.backend.nd4j;

import io.penstock.engine.backend.LossKernels;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** Losses on the host; see {@link HostKernel}. */
final class LossKernel implements LossKernels {

    @Override
    public double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        Shape shape = logits.shape();
        double loss = HostKernel.crossEntropy(
                host(logits), shape.rows(), shape.columns(), host(labels), scale, host(gradient));
        Nd4jTensor.of(gradient).storage().hostWritten();
        return loss;
    }

    @Override
    public long countCorrect(Tensor logits, Tensor labels) {
        Shape shape = logits.shape();
        return HostKernel.countCorrect(host(logits), shape.rows(), shape.columns(), host(labels));
    }

    @Override
    public double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        Shape shape = output.shape();
        double loss = HostKernel.squaredError(
                host(output), shape.rows(), shape.columns(), host(target), scale, host(gradient));
        Nd4jTensor.of(gradient).storage().hostWritten();
        return loss;
    }

    private static MemorySegment host(Tensor tensor) {
        return Nd4jTensor.of(tensor).storage().host();
    }
}
