package io.penstock.engine.data;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;

/** What one sample's input or target looks like as a tensor. */
public sealed interface Form {

    DType dtype();

    /**
     * The tensor of some samples.
     *
     * @param length tokens of each, at most {@link #length}; forms without tokens don't look at it
     */
    Shape shape(int samples, int length);

    /** Most tokens of a sample; 1 for forms without tokens. */
    default int length() {
        return 1;
    }

    /** Float32 values: inputs of a network, or targets of a regression. */
    record Values(int size) implements Form {

        @Override
        public DType dtype() {
            return DType.F32;
        }

        @Override
        public Shape shape(int samples, int length) {
            return Shape.of(samples, size);
        }
    }

    /** One class of several. */
    record Label(int classes) implements Form {

        @Override
        public DType dtype() {
            return DType.I32;
        }

        @Override
        public Shape shape(int samples, int length) {
            return Shape.of(samples);
        }
    }

    /**
     * A sequence of token numbers from 0 to vocabulary − 1.
     *
     * @param length of the longest sequence
     */
    record Tokens(int length, int vocabulary) implements Form {

        @Override
        public DType dtype() {
            return DType.I32;
        }

        @Override
        public Shape shape(int samples, int length) {
            return Shape.of(samples, length);
        }
    }

    /** A class for each token, or {@link io.penstock.engine.backend.LossKernels#IGNORED}. */
    record TokenLabels(int length, int classes) implements Form {

        @Override
        public DType dtype() {
            return DType.I32;
        }

        @Override
        public Shape shape(int samples, int length) {
            return Shape.of(samples, length);
        }
    }
}
