package io.penstock.engine.data;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A file in the IDX format with unsigned bytes, after the description on the MNIST page (LeCun, Cortes and Burges): two
 * zero bytes, the type 0x08, the number of dimensions, each dimension as a big-endian int32, then the values, the last
 * dimension running fastest.
 */
final class IdxFile {

    private static final int UNSIGNED_BYTE = 0x08;
    private static final int MAX_DIMENSIONS = 4;
    private static final int MAX_WIDTH = 1 << 20;

    private final DataFile file;
    private final int count;
    private final int width;
    private final byte[] values;

    private IdxFile(DataFile file, int count, int width, byte[] values) {
        this.file = file;
        this.count = count;
        this.width = width;
        this.values = values;
    }

    /** @throws InvalidDataException if the content is anything else, or shorter or longer than its header says */
    static IdxFile of(DataFile file) {
        return file.read(content -> read(file, content));
    }

    private static IdxFile read(DataFile file, InputStream content) throws IOException {
        DataInputStream in = new DataInputStream(content);
        int magic = in.readInt();
        int dimensions = magic & 0xff;
        if (magic >>> 8 != UNSIGNED_BYTE || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
            throw file.fault(
                    "starts with %08x, not with 000008 and 1 to %d dimensions: use an IDX file of unsigned bytes"
                            .formatted(magic, MAX_DIMENSIONS));
        }
        int count = dimension(file, in.readInt(), Integer.MAX_VALUE);
        long width = 1;
        for (int i = 1; i < dimensions; i++) {
            width = dimension(file, width * dimension(file, in.readInt(), MAX_WIDTH), MAX_WIDTH);
        }
        return new IdxFile(file, count, (int) width, values(file, in, count * width));
    }

    private static int dimension(DataFile file, long size, int most) {
        if (size < 1 || size > most) {
            throw file.fault(
                    "says that it has %d samples or values a sample: 1 to %d can be read".formatted(size, most));
        }
        return (int) size;
    }

    private static byte[] values(DataFile file, InputStream in, long length) throws IOException {
        if (length > file.maxBytes()) {
            throw new EOFException("%d values announced".formatted(length));
        }
        HeapLimit.check(file.pointer(), file.name(), length);
        if (length > Integer.MAX_VALUE - Long.BYTES) {
            throw file.fault("has %d values: at most 2147483639 can be read".formatted(length));
        }
        byte[] values = in.readNBytes((int) length);
        if (values.length < length) {
            throw new EOFException("%d of %d values".formatted(values.length, length));
        }
        if (in.read() >= 0) {
            throw file.fault("is longer than the %d values that its header says: restore the file".formatted(length));
        }
        return values;
    }

    Rows rows(float scale) {
        return new ByteRows(values, width, scale);
    }

    /**
     * The values as class labels.
     *
     * @param samples how many there must be
     */
    Rows labels(int samples) {
        if (width != 1 || count != samples) {
            throw file.fault("has %d labels of %d values but there are %d images: use files that match"
                    .formatted(count, width, samples));
        }
        LabelRows labels = new LabelRows();
        for (byte value : values) {
            labels.add(Byte.toUnsignedInt(value));
        }
        return labels;
    }
}
