package io.penstock.engine.data;

import io.penstock.engine.file.AtomicFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What was made of data files once, in a folder of the data root that may be deleted at any time. Processes that make the
 * same at the same time don't disturb each other.
 */
final class DataCache {

    /** The folder's name in the data root. */
    static final String FOLDER = ".penstock-cache";

    private static final int EDGE = 1 << 16;

    private final Path file;
    private final String pointer;

    private DataCache(Path file, String pointer) {
        this.file = file;
        this.pointer = pointer;
    }

    /** Makes the content. */
    interface Maker {
        void make(FileChannel out) throws IOException;
    }

    /**
     * The place of one thing.
     *
     * @param key all that its content depends on
     * @param pointer JSON pointer of the field to blame
     */
    static DataCache of(DataRoot root, List<String> key, String pointer) {
        byte[] hash = sha256(String.join("\n", key).getBytes(StandardCharsets.UTF_8));
        return new DataCache(
                root.folder().resolve(FOLDER).resolve(HexFormat.of().formatHex(hash, 0, 16)), pointer);
    }

    /** What tells one content of a file from another without reading it all: size, time of change, first and last bytes. */
    static String fingerprint(DataFile file) {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            ByteBuffer edges = ByteBuffer.allocate(2 * EDGE);
            channel.read(edges.limit(EDGE), 0);
            channel.read(edges.limit(edges.position() + EDGE), Math.max(0, channel.size() - EDGE));
            return "%s %d %s %s"
                    .formatted(
                            file.name(),
                            channel.size(),
                            Files.getLastModifiedTime(file.path()),
                            HexFormat.of().formatHex(sha256(edges.array())));
        } catch (IOException e) {
            throw file.fault("cannot be read (%s): check the disk and permissions".formatted(e.getMessage()));
        }
    }

    /** The content, which is made if it isn't there; mapped into memory. */
    MemorySegment get(Maker maker) {
        try {
            if (!Files.exists(file)) {
                make(maker);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            }
        } catch (IOException e) {
            throw new InvalidDataException(
                    pointer,
                    "the cache %s cannot be used (%s): make it a folder that can be written, with room"
                            .formatted(file.getParent(), e));
        }
    }

    private void make(Maker maker) throws IOException {
        Files.createDirectories(file.getParent());
        try (AtomicFile made = AtomicFile.create(file)) {
            maker.make(made.channel());
            made.commit();
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
