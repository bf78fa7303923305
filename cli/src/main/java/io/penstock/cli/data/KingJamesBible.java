package io.penstock.cli.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Puts the text of the King James Bible into a folder, one verse a line, from Debian packages where apt is there. */
public final class KingJamesBible {

    private static final String NAME = "kjv.txt";
    private static final List<String> PACKAGES = List.of("bible-kjv", "bible-kjv-text");
    private static final String ALL = "gen1:1-rev22:21";
    private static final long VERSES = 31_102;

    private final Path folder;
    private final PrintWriter out;
    private final String apt;

    public KingJamesBible(Path folder, PrintWriter out) {
        this(folder, out, "apt-get");
    }

    KingJamesBible(Path folder, PrintWriter out, String apt) {
        this.folder = folder;
        this.out = out;
        this.apt = apt;
    }

    /**
     * Makes the file if it is missing and counts its verses.
     *
     * @throws IOException saying which file belongs where, if it cannot be made, or what is wrong with it
     */
    public void fetch() throws IOException, InterruptedException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            Files.createDirectories(folder);
            out.printf("downloading the Debian packages %s (2.5 MB)%n", String.join(" and ", PACKAGES));
            out.flush();
            try (DebianPackages packages = DebianPackages.fetch(folder, apt, PACKAGES)) {
                write(packages, file);
            } catch (IOException e) {
                throw new IOException(
                        "cannot fetch the King James Bible (%s): put its text into %s, one verse a line"
                                .formatted(e.getMessage(), file),
                        e);
            }
        }
        verify(file);
    }

    /** The program prints a verse a line, its place first. */
    private void write(DebianPackages packages, Path file) throws IOException, InterruptedException {
        Path printed = packages.root().resolve("printed");
        Path text = packages.root().resolve(NAME);
        packages.run(new ProcessBuilder("./usr/bin/bible", "-p", "usr/lib", "-f", ALL)
                .directory(packages.root().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(printed.toFile()));
        try (Stream<String> verses = Files.lines(printed);
                BufferedWriter writer = Files.newBufferedWriter(text)) {
            for (String verse : (Iterable<String>) verses::iterator) {
                writer.write(verse.substring(verse.indexOf(' ') + 1));
                writer.write('\n');
            }
        }
        Files.move(text, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void verify(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            long verses = lines.count();
            if (verses != VERSES) {
                throw new IOException("%s has %d lines but the Bible has %d verses: delete it and fetch again"
                        .formatted(file, verses, VERSES));
            }
        }
        out.printf("verified %s, %d verses, %d bytes%n", file, VERSES, Files.size(file));
    }
}
