package io.penstock.engine.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file that a job names, gzip-compressed or plain (its first bytes tell), and how to speak about it.
 *
 * @param pointer JSON pointer of the field that names it
 * @param name as the job names it
 */
record DataFile(String pointer, String name, Path path) {

    private static final int BUFFER = 1 << 16;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    /** Deflate makes data at most 1032 times as large (zlib's technical details). */
    private static final long MAX_EXPANSION = 1032;

    static DataFile of(DataRoot root, String pointer, String name) {
        return new DataFile(pointer, name, root.resolve(pointer, name));
    }

    /** Reads something from the content. */
    interface Reading<T> {
        T from(InputStream content) throws IOException;
    }

    /** @throws InvalidDataException if the file cannot be read or is not what its first bytes say */
    <T> T read(Reading<T> reading) {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(path), BUFFER);
                InputStream content = content(raw)) {
            return reading.from(content);
        } catch (EOFException | ZipException e) {
            throw fault("is corrupt or cut short (%s): restore the file".formatted(e.getMessage()));
        } catch (IOException e) {
            throw fault("cannot be read (%s): check the disk and permissions".formatted(e.getMessage()));
        }
    }

    private static InputStream content(InputStream raw) throws IOException {
        raw.mark(2);
        boolean gzip = raw.read() == GZIP_FIRST && raw.read() == GZIP_SECOND;
        raw.reset();
        return gzip ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
    }

    /** The most bytes that the file can hold, so that a lying header is caught before anything is allocated. */
    long maxBytes() throws IOException {
        return Math.multiplyExact(Files.size(path), MAX_EXPANSION);
    }

    InvalidDataException fault(String detail) {
        return new InvalidDataException(pointer, name + " " + detail);
    }
}
