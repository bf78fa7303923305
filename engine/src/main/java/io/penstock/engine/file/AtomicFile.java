package io.penstock.engine.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears whole or not at all: it is written beside its place under another name, forced to disk, and renamed.
 * When several processes write the same file, the last whole one stays. Closing without {@link #commit} leaves nothing.
 */
public final class AtomicFile implements Closeable {

    private final Path target;
    private final Path written;
    private final FileChannel channel;

    private AtomicFile(Path target, Path written, FileChannel channel) {
        this.target = target;
        this.written = written;
        this.channel = channel;
    }

    /** Starts a file in a folder that exists. */
    public static AtomicFile create(Path target) throws IOException {
        Path written = target.resolveSibling(".%s.%s.part".formatted(target.getFileName(), UUID.randomUUID()));
        return new AtomicFile(
                target,
                written,
                FileChannel.open(
                        written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ));
    }

    /** Where the content goes. */
    public FileChannel channel() {
        return channel;
    }

    /** Gives the file its name; a file of that name is replaced. */
    public void commit() throws IOException {
        channel.force(true);
        channel.close();
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder();
    }

    /** Makes the new name last; systems that cannot open a folder order the rename themselves. */
    private void forceFolder() {
        try (FileChannel folder = FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException unsupported) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(written);
    }
}
