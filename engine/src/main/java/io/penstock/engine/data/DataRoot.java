package io.penstock.engine.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Predicate;

/** The folder that job specifications may name files in. No path leads out of it, links included. */
public record DataRoot(Path folder) {

    /**
     * The real file behind a relative path.
     *
     * @param pointer JSON pointer of the field that named it
     * @throws InvalidDataException if it leaves the folder, or is not a readable file
     */
    public Path resolve(String pointer, String path) {
        return resolve(pointer, path, Files::isRegularFile, "file");
    }

    /**
     * The real folder behind a relative path.
     *
     * @throws InvalidDataException if it leaves this folder, or is not a readable folder
     */
    public Path resolveFolder(String pointer, String path) {
        return resolve(pointer, path, Files::isDirectory, "folder");
    }

    private Path resolve(String pointer, String path, Predicate<Path> kind, String noun) {
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(path).normalize();
            if (!file.startsWith(root)) {
                throw outside(pointer, path);
            }
            if (!kind.test(file) || !Files.isReadable(file)) {
                throw missing(pointer, path, noun);
            }
            Path real = file.toRealPath();
            if (!real.startsWith(root)) {
                throw outside(pointer, path);
            }
            return real;
        } catch (IOException | InvalidPathException e) {
            throw new InvalidDataException(
                    pointer, "\"%s\" cannot be opened in the data root %s: %s".formatted(path, folder, e.getMessage()));
        }
    }

    private InvalidDataException missing(String pointer, String path, String noun) {
        return new InvalidDataException(
                pointer,
                "no readable %s \"%s\" in the data root %s: put it there or correct the path"
                        .formatted(noun, path, folder));
    }

    private InvalidDataException outside(String pointer, String path) {
        return new InvalidDataException(
                pointer, "\"%s\" leaves the data root %s: name a file inside it".formatted(path, folder));
    }
}
