package io.penstock.engine.data;

import io.penstock.engine.progress.Progress;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Turns text files into tokens, once: the result is kept in the cache. Memory does not grow with the files; pieces are
 * tokenised in parallel and written in order.
 *
 * @param files in the order in which they are joined
 * @param lines true if each line that is not blank is a sequence of its own, without its end
 */
record Tokenising(DataRoot root, List<DataFile> files, TokenizerChoice choice, boolean lines) {

    private static final String VERSION = "tokens 1";
    private static final int PIECE = 1 << 18;

    /**
     * A tokenizer, to be closed.
     *
     * @throws InvalidDataException if its file cannot be used
     */
    static Tokenizer open(DataRoot root, TokenizerChoice choice) {
        try {
            return choice.open(name -> root.resolve("/data/tokenizer/file", name));
        } catch (IOException e) {
            throw new InvalidDataException("/data/tokenizer/file", choice.file() + " " + e.getMessage());
        }
    }

    /** @throws InvalidDataException if the tokenizer's file is not there */
    static void check(DataRoot root, TokenizerChoice choice) {
        if (choice.file() != null) {
            root.resolve("/data/tokenizer/file", choice.file());
        }
    }

    /**
     * The files of a field named path.
     *
     * @throws InvalidDataException if one is not there
     */
    static List<DataFile> files(DataRoot root, List<String> path) {
        return path.stream().map(name -> DataFile.of(root, "/data/path", name)).toList();
    }

    /** The tokens of all files. */
    TokenText text(Tokenizer tokenizer, Progress progress) {
        DataCache cache = DataCache.of(root, key(), "/data/path");
        return TokenText.of(cache.get(out -> write(tokenizer, out, progress)));
    }

    private List<String> key() {
        Stream<String> tokenizer = choice.file() == null
                ? Stream.of(choice.toString())
                : Stream.of(
                        DataCache.fingerprint(DataFile.of(root, "/data/tokenizer/file", choice.file())),
                        "special " + choice.specialTokens());
        return Stream.of(
                        Stream.of(VERSION, lines ? "lines" : "stream"),
                        tokenizer,
                        files.stream().map(DataCache::fingerprint))
                .flatMap(part -> part)
                .toList();
    }

    private void write(Tokenizer tokenizer, FileChannel out, Progress progress) throws IOException {
        try (TokenSink sink = TokenSink.start(out, TokenType.of(tokenizer.vocabulary()))) {
            for (DataFile file : files) {
                long size = Files.size(file.path());
                file.read(content -> {
                    write(
                            file,
                            content,
                            tokenizer,
                            sink,
                            (what, done, _) -> progress.report(what, done, Math.max(done, size)));
                    return sink;
                });
            }
            sink.finish();
        }
    }

    private void write(DataFile file, InputStream content, Tokenizer tokenizer, TokenSink sink, Progress progress)
            throws IOException {
        int width = 2 * Runtime.getRuntime().availableProcessors();
        TextChunks chunks = new TextChunks(file, content, PIECE, lines);
        for (List<String> pieces = next(chunks, width); !pieces.isEmpty(); pieces = next(chunks, width)) {
            List<List<int[]>> encoded = pieces.parallelStream()
                    .map(piece -> encode(piece, tokenizer))
                    .toList();
            for (List<int[]> sequences : encoded) {
                for (int[] sequence : sequences) {
                    sink.add(sequence, lines);
                }
            }
            progress.report("tokenising " + file.name(), chunks.offset(), chunks.offset());
        }
    }

    private static List<String> next(TextChunks chunks, int count) throws IOException {
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String piece = chunks.next();
            if (piece == null) {
                break;
            }
            pieces.add(piece);
        }
        return pieces;
    }

    private List<int[]> encode(String piece, Tokenizer tokenizer) {
        return lines
                ? piece.lines()
                        .filter(line -> !line.isBlank())
                        .map(tokenizer::encode)
                        .toList()
                : List.of(tokenizer.encode(piece));
    }
}
