package io.penstock.engine.data;

import io.penstock.engine.progress.Progress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The images of a folder with a folder for each class, sorted by class and name. */
record ImageFolder(String name, List<Image> images) {

    private static final String POINTER = "/data/path";
    private static final String VERSION = "images 1";
    private static final int GROUP = 256;

    /** An image and the number of its class. */
    record Image(DataFile file, int label) {}

    /** @throws InvalidDataException if there are fewer than two classes, an empty one, or other files */
    static ImageFolder of(DataRoot root, String name) {
        Path folder = root.resolveFolder(POINTER, name);
        List<Image> images = new ArrayList<>();
        List<String> classes = list(folder)
                .filter(entry -> Files.isDirectory(folder.resolve(entry)))
                .toList();
        if (classes.size() < 2) {
            throw fault(
                    name, "has %d folders of images: make one for each class, two at least".formatted(classes.size()));
        }
        for (int label = 0; label < classes.size(); label++) {
            int before = images.size();
            String inner = name + "/" + classes.get(label);
            for (String file : list(folder.resolve(classes.get(label))).toList()) {
                images.add(new Image(image(root, inner + "/" + file), label));
            }
            if (images.size() == before) {
                throw fault(inner, "holds no images: add some or remove it");
            }
        }
        return new ImageFolder(name, List.copyOf(images));
    }

    private static Stream<String> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries
                    .map(entry -> entry.getFileName().toString())
                    .filter(entry -> !entry.startsWith("."))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw fault(
                    folder.getFileName().toString(),
                    "cannot be listed (%s): check permissions".formatted(e.getMessage()));
        }
    }

    private static DataFile image(DataRoot root, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (Stream.of(".png", ".jpg", ".jpeg").noneMatch(lower::endsWith)) {
            throw fault(name, "is no .png, .jpg or .jpeg: convert or remove it");
        }
        return DataFile.of(root, POINTER, name);
    }

    private static InvalidDataException fault(String name, String detail) {
        return new InvalidDataException(POINTER, name + " " + detail);
    }

    /** All images, decoded and resized, one after the other; made once. */
    MemorySegment pixels(DataRoot root, ImagesSource source, Progress progress) {
        List<String> key = new ArrayList<>(
                List.of(VERSION, "%d %d %d".formatted(source.channels(), source.height(), source.width())));
        images.forEach(image -> key.add(identity(image.file())));
        MemorySegment pixels = DataCache.of(root, key, POINTER).get(out -> write(source, out, progress));
        long expected = (long) images.size() * source.channels() * source.height() * source.width();
        if (pixels.byteSize() != expected) {
            throw fault("the cache of " + name, "is corrupt: delete " + DataCache.FOLDER + " in the data root");
        }
        return pixels;
    }

    private static String identity(DataFile file) {
        try {
            return "%s %d %s".formatted(file.name(), Files.size(file.path()), Files.getLastModifiedTime(file.path()));
        } catch (IOException e) {
            throw file.fault("cannot be read (%s): check the disk and permissions".formatted(e.getMessage()));
        }
    }

    private void write(ImagesSource source, FileChannel out, Progress progress) throws IOException {
        for (int from = 0; from < images.size(); from += GROUP) {
            int to = Math.min(from + GROUP, images.size());
            List<byte[]> decoded = images.subList(from, to).parallelStream()
                    .map(image -> ImageDecoder.decode(image.file(), source))
                    .toList();
            for (byte[] image : decoded) {
                ByteBuffer left = ByteBuffer.wrap(image);
                while (left.hasRemaining()) {
                    out.write(left);
                }
            }
            progress.report("decoding images of " + name, to, images.size());
        }
    }
}
