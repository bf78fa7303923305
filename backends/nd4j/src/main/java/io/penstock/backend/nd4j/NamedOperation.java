package io.penstock.backend.nd4j;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.CustomOp;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.factory.Nd4j;

/**
 * An operation that ND4J knows by name, into a given result. Its native context is made once: making one takes longer than a
 * small operation. For one thread at a time.
 */
final class NamedOperation implements AutoCloseable {

    private final CustomOp operation;
    private final OpContext context = Nd4j.getExecutioner().buildContext();

    NamedOperation(String name) {
        operation = DynamicCustomOp.builder(name).build();
    }

    NamedOperation flags(boolean... flags) {
        context.setBArguments(flags);
        return this;
    }

    NamedOperation integers(long... integers) {
        context.setIArguments(integers);
        return this;
    }

    NamedOperation numbers(double... numbers) {
        context.setTArguments(numbers);
        return this;
    }

    void apply(INDArray in, INDArray out) {
        context.setInputArray(0, in);
        context.setOutputArray(0, out);
        Nd4j.getExecutioner().exec(operation, context);
    }

    void apply(INDArray a, INDArray b, INDArray out) {
        context.setInputArray(1, b);
        apply(a, out);
    }

    /** With two results. */
    void split(INDArray in, INDArray first, INDArray second) {
        context.setOutputArray(1, second);
        apply(in, first);
    }

    @Override
    public void close() {
        try {
            context.close();
        } catch (Exception e) {
            throw new IllegalStateException("ND4J did not free the context of " + operation.opName(), e);
        }
    }
}
