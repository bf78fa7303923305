package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.ElementKernels;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import org.nd4j.linalg.api.ops.impl.scalar.ReplaceNans;
import org.nd4j.linalg.api.ops.impl.scalar.ScalarSet;
import org.nd4j.linalg.api.ops.impl.transforms.same.OneMinus;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Sigmoid;
import org.nd4j.linalg.factory.Nd4j;

/** Element-wise kernels composed of ND4J operations. */
final class ElementKernel implements ElementKernels {

    private final Scratch scratch;

    /** Made once, since an operation with a new scalar takes ten times as long. */
    private final ScalarSet zero;

    private final ActivationKernel activations;

    ElementKernel(Scratch scratch) {
        this.scratch = scratch;
        this.zero = new ScalarSet(scratch.ones().vector(1), 0);
        this.activations = new ActivationKernel(scratch.ones().vector(1));
    }

    @Override
    public void fill(Tensor out, float value) {
        if (value == 0) {
            zero.setX(matrix(out));
            zero.setZ(matrix(out));
            Nd4j.getExecutioner().exec(zero);
        } else {
            matrix(out).assign(value);
        }
    }

    @Override
    public void copy(Tensor in, Tensor out) {
        matrix(out).assign(matrix(in));
    }

    /** ND4J rounds as it should, but carries into the sign of a NaN with many bits set: BF16 gets the plain NaN. */
    @Override
    public void convert(Tensor in, Tensor out) {
        if (out.dtype() == DType.BF16 && !empty(in)) {
            try (Nd4jTensor plain = scratch.take(in.shape().rows(), in.shape().columns())) {
                Nd4j.getExecutioner().exec(new ReplaceNans(matrix(in), matrix(plain), Float.NaN));
                matrix(out).assign(matrix(plain));
            }
        } else {
            copy(in, out);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public void add(Tensor a, Tensor b, Tensor out) {
        if (empty(out)) {
            return;
        }
        if (out == b) {
            Arithmetic.addScaled(1, matrix(a), matrix(out));
        } else {
            if (out != a) {
                copy(a, out);
            }
            Arithmetic.addScaled(1, matrix(b), matrix(out));
        }
    }

    @Override
    public void multiply(Tensor a, Tensor b, Tensor out) {
        if (!empty(out)) {
            scratch.arithmetic().multiply(matrix(a), matrix(b), matrix(out));
        }
    }

    @Override
    public void scale(Tensor inOut, float factor) {
        Arithmetic.scale(matrix(inOut), factor);
    }

    @Override
    public void addRow(Tensor inOut, Tensor row) {
        if (!empty(inOut)) {
            scratch.addRow(Nd4jTensor.of(row), Nd4jTensor.of(inOut));
        }
    }

    @Override
    public void sumRows(Tensor in, float beta, Tensor out) {
        if (empty(in)) {
            if (beta == 0) {
                fill(out, 0);
            }
        } else if (beta == 0) {
            scratch.arithmetic().sumRows(matrix(in), matrix(out));
        } else {
            try (Nd4jTensor sums = scratch.take(1, in.shape().columns())) {
                scratch.arithmetic().sumRows(matrix(in), matrix(sums));
                Arithmetic.addScaled(1, matrix(sums), matrix(out));
            }
        }
    }

    @Override
    public void activate(Activation function, Tensor in, Tensor out) {
        if (empty(in)) {
            return;
        }
        try (Nd4jTensor spare = scratch.take(in.shape().rows(), in.shape().columns())) {
            activations.value(function, matrix(in), matrix(spare), matrix(out));
        }
    }

    @Override
    public void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        if (empty(in)) {
            return;
        }
        int rows = in.shape().rows();
        int columns = in.shape().columns();
        try (Nd4jTensor spare = scratch.take(rows, columns);
                Nd4jTensor derivative = scratch.take(rows, columns)) {
            activations.derivative(function, matrix(in), matrix(spare), matrix(derivative));
            multiply(gradOut, derivative, gradIn);
        }
    }

    @Override
    public void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out) {
        addRow(inOut, row);
        activate(function, inOut, out);
    }

    @Override
    public void swiGlu(Tensor in, Tensor out) {
        if (empty(out)) {
            return;
        }
        int rows = out.shape().rows();
        int columns = out.shape().columns();
        try (Nd4jTensor gate = scratch.take(rows, columns);
                Nd4jTensor up = scratch.take(rows, columns)) {
            scratch.arithmetic().split(matrix(in), matrix(gate), matrix(up));
            Nd4j.getExecutioner().exec(new Sigmoid(matrix(gate), matrix(out)));
            multiply(out, gate, out);
            multiply(out, up, out);
        }
    }

    /** With s = sigmoid(gate): gradOut · up · s · (1 + gate · (1 − s)) and gradOut · gate · s. */
    @Override
    public void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn) {
        if (empty(gradOut)) {
            return;
        }
        int rows = gradOut.shape().rows();
        int columns = gradOut.shape().columns();
        try (Nd4jTensor gate = scratch.take(rows, columns);
                Nd4jTensor up = scratch.take(rows, columns);
                Nd4jTensor sigmoid = scratch.take(rows, columns);
                Nd4jTensor slope = scratch.take(rows, columns)) {
            scratch.arithmetic().split(matrix(in), matrix(gate), matrix(up));
            Nd4j.getExecutioner().exec(new Sigmoid(matrix(gate), matrix(sigmoid)));
            Nd4j.getExecutioner().exec(new OneMinus(matrix(sigmoid), matrix(slope)));
            multiply(slope, gate, slope);
            matrix(slope).addi(1);
            multiply(sigmoid, gradOut, sigmoid);
            multiply(gate, sigmoid, gate);
            multiply(up, sigmoid, up);
            multiply(up, slope, up);
            scratch.arithmetic().join(matrix(up), matrix(gate), matrix(gradIn));
        }
    }
}
