package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;

/** Tables of rows that are chosen by number, and images cut into patches. */
public interface TokenKernels {

    /**
     * out [k, h] = table [v, h] [ids] + beta · out; ids is I32 with k elements; beta is 0 or 1, and with 0 the old content of
     * out is not read.
     *
     * @throws IndexOutOfBoundsException if an id is not a row
     */
    void gather(Tensor table, Tensor ids, float beta, Tensor out);

    /**
     * table [v, h] [ids[i]] += rows [k, h] [i] for i from 0 to k − 1, in this order.
     *
     * @throws IndexOutOfBoundsException if an id is not a row
     */
    void scatterAdd(Tensor rows, Tensor ids, Tensor table);

    /** inOut [n, t, h] += table [p, h], where row j of each sample gets row j; p is at least t. */
    void addPositions(Tensor inOut, Tensor table);

    /**
     * The gradient of it: table [p, h] row j = Σ over samples, in order, of in [n, t, h] row j + beta · table; beta is 0 or 1,
     * with 0 the old content is not read and rows from t on become 0.
     */
    void sumPositions(Tensor in, float beta, Tensor table);

    /**
     * The non-overlapping square patches of an image.
     *
     * @param patch side of a patch; divides height and width
     */
    record Patches(int channels, int height, int width, int patch) {

        public Patches {
            if (channels < 1 || patch < 1 || height % patch != 0 || width % patch != 0) {
                throw new IllegalArgumentException(
                        "patches need a side that divides height and width, got side %d, height %d, width %d, channels %d"
                                .formatted(patch, height, width, channels));
            }
        }

        /** Patches of an image. */
        public int count() {
            return height / patch * (width / patch);
        }

        /** Values of a patch. */
        public int size() {
            return channels * patch * patch;
        }
    }

    /**
     * out [n, count, size] from images [n, channels · height · width]: patches row by row, each with its channels one after the
     * other, each row by row.
     */
    void cut(Patches patches, Tensor images, Tensor out);

    /** The gradient of it: images from patches. */
    void join(Patches patches, Tensor in, Tensor images);
}
