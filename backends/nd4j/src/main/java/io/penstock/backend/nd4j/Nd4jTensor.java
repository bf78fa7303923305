package io.penstock.backend.nd4j;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A tensor in a pooled ND4J buffer. */
final class Nd4jTensor extends Tensor {

    private final StoragePool pool;
    private final Storage storage;

    Nd4jTensor(StoragePool pool, DType dtype, Shape shape) {
        super(dtype, shape);
        this.pool = pool;
        this.storage = pool.take(new Storage.Layout(dtype, shape.rows(), shape.columns()));
    }

    static Nd4jTensor of(Tensor tensor) {
        return (Nd4jTensor) tensor;
    }

    static INDArray matrix(Tensor tensor) {
        return of(tensor).storage.matrix();
    }

    static boolean empty(Tensor tensor) {
        return tensor.shape().size() == 0;
    }

    Storage storage() {
        return storage;
    }

    @Override
    protected void free() {
        pool.give(storage);
    }
}
