package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;
import java.util.Objects;

/** Tables and patches in float64. */
interface ReferenceTokens extends TokenKernels {

    @Override
    default void gather(Tensor table, Tensor ids, float beta, Tensor out) {
        for (int i = 0; i < ids.shape().size(); i++) {
            int id = id(ids, i, table);
            for (int j = 0; j < table.shape().columns(); j++) {
                reference(out)
                        .set(
                                i,
                                j,
                                reference(table).get(id, j)
                                        + (beta == 0 ? 0 : reference(out).get(i, j)));
            }
        }
    }

    @Override
    default void scatterAdd(Tensor rows, Tensor ids, Tensor table) {
        for (int i = 0; i < ids.shape().size(); i++) {
            int id = id(ids, i, table);
            for (int j = 0; j < table.shape().columns(); j++) {
                reference(table)
                        .set(
                                id,
                                j,
                                reference(table).get(id, j) + reference(rows).get(i, j));
            }
        }
    }

    private static int id(Tensor ids, int index, Tensor table) {
        return Objects.checkIndex((int) reference(ids).get(index), table.shape().rows());
    }

    @Override
    default void addPositions(Tensor inOut, Tensor table) {
        for (int row = 0; row < inOut.shape().rows(); row++) {
            int position = row % inOut.shape().dimension(1);
            for (int j = 0; j < table.shape().columns(); j++) {
                reference(inOut)
                        .set(
                                row,
                                j,
                                reference(inOut).get(row, j) + reference(table).get(position, j));
            }
        }
    }

    @Override
    default void sumPositions(Tensor in, float beta, Tensor table) {
        double[] sums = beta == 0
                ? new double[(int) table.shape().size()]
                : reference(table).values();
        int columns = table.shape().columns();
        for (int row = 0; row < in.shape().rows(); row++) {
            int position = row % in.shape().dimension(1);
            for (int j = 0; j < columns; j++) {
                sums[position * columns + j] += reference(in).get(row, j);
            }
        }
        reference(table).store(sums);
    }

    @Override
    default void cut(Patches patches, Tensor images, Tensor out) {
        forEach(
                patches,
                images.shape().rows(),
                (pixel, cell) -> reference(out).set(cell, reference(images).get(pixel)));
    }

    @Override
    default void join(Patches patches, Tensor in, Tensor images) {
        forEach(
                patches,
                images.shape().rows(),
                (pixel, cell) -> reference(images).set(pixel, reference(in).get(cell)));
    }

    /** A pixel of the images and the element of the patches that holds it. */
    interface Place {
        void at(long pixel, long cell);
    }

    private static void forEach(Patches patches, int samples, Place place) {
        int side = patches.patch();
        int across = patches.width() / side;
        long pixel = 0;
        for (int image = 0; image < samples * patches.channels(); image++) {
            int sample = image / patches.channels();
            int channel = image % patches.channels();
            for (int y = 0; y < patches.height(); y++) {
                for (int x = 0; x < patches.width(); x++) {
                    int patch = y / side * across + x / side;
                    int inPatch = (channel * side + y % side) * side + x % side;
                    place.at(pixel++, ((long) sample * patches.count() + patch) * patches.size() + inPatch);
                }
            }
        }
    }
}
