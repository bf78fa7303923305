package io.penstock.cli.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A gzipped idx file of unsigned bytes with known dimensions.
 *
 * <pre>
 * +--------+--------+--------+--------+-- 4 bytes each --+-------------------+
 * |   0    |   0    |  0x08  |  rank  |  dimensions (BE)  | data, row by row  |
 * +--------+--------+--------+--------+------------------+-------------------+
 * </pre>
 */
record IdxFile(String name, List<Integer> dimensions) {

    private static final int UNSIGNED_BYTE = 0x08;

    /**
     * Reads the whole file and checks magic, dimensions and length.
     *
     * @throws IOException naming what differs
     */
    void verify(Path file) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                DataInputStream in = new DataInputStream(new BufferedInputStream(new GZIPInputStream(raw)))) {
            require("magic", UNSIGNED_BYTE << 8 | dimensions.size(), in.readInt());
            for (int dimension : dimensions) {
                require("dimension", dimension, in.readInt());
            }
            long data = dimensions.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
            require("data length", data, in.transferTo(OutputStream.nullOutputStream()));
        } catch (IOException e) {
            String reason = e instanceof EOFException ? "it ends too early" : e.getMessage();
            throw new IOException(
                    "%s is not the idx file that it should be (%s): delete it and fetch again".formatted(file, reason),
                    e);
        }
    }

    private static void require(String what, long expected, long actual) throws IOException {
        if (expected != actual) {
            throw new IOException("%s must be %d, got %d".formatted(what, expected, actual));
        }
    }
}
