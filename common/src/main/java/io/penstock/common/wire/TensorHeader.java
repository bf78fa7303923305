package io.penstock.common.wire;

import java.util.List;

/**
 * Describes one tensor frame completely, so that shapes may change from frame to frame and arrival order never matters.
 *
 * @param attempt the job attempt that the frame belongs to; older ones are refused
 * @param step the training step
 * @param stage the stage that receives the tensor
 * @param microBatch the micro-batch
 * @param sequence tells frames of one collective apart; 0 elsewhere
 * @param sourceRank the sender's rank
 * @param dims the shape, outermost first; at most 8 dimensions, none for a scalar
 */
public record TensorHeader(
        long attempt,
        long step,
        TensorKind kind,
        int stage,
        int microBatch,
        int sequence,
        int sourceRank,
        ElementType elementType,
        List<Integer> dims) {

    /** The most dimensions that a frame can describe. */
    public static final int MAX_DIMS = 8;

    /** @throws IllegalArgumentException if the shape has too many or negative dimensions or 2 GiB or more */
    public TensorHeader {
        dims = List.copyOf(dims);
        if (dims.size() > MAX_DIMS) {
            throw new IllegalArgumentException(
                    "a tensor has %d dimensions, at most %d can be sent".formatted(dims.size(), MAX_DIMS));
        }
        bytesOf(elementType, dims);
    }

    /** Bytes of the payload: the product of the dimensions times the bytes of an element, below 2 GiB. */
    public int payloadBytes() {
        return bytesOf(elementType, dims);
    }

    private static int bytesOf(ElementType type, List<Integer> dims) {
        long bytes = type.bytes();
        for (int dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException("shape %s has the negative dimension %d".formatted(dims, dim));
            }
            bytes *= dim;
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("shape %s of %s has %d bytes or more, a frame carries at most %d"
                        .formatted(dims, type, bytes, Integer.MAX_VALUE));
            }
        }
        return (int) bytes;
    }
}
