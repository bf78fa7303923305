package io.penstock.engine.data;

import io.penstock.engine.progress.Progress;
import io.penstock.engine.token.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/** Reads a table of texts and classes; texts are kept as tokens. Blank lines are no rows. */
final class LabelledTextLoader {

    /** Up to here float32 holds every whole number. */
    private static final int MAX_LABEL = 1 << 24;

    private static final int REPORT_EVERY = 1024;
    private static final CsvMapper MAPPER = CsvMapper.builder()
            .enable(CsvReadFeature.WRAP_AS_ARRAY, CsvReadFeature.SKIP_EMPTY_LINES)
            .build();

    private final LabelledTextSource source;
    private final DataFile file;
    private final Tokenizer tokenizer;
    private final Progress progress;
    private int[] tokens = new int[1 << 12];
    private int[] lengths = new int[1 << 8];
    private int[] labels = new int[1 << 8];
    private int filled;
    private int count;

    LabelledTextLoader(LabelledTextSource source, DataFile file, Tokenizer tokenizer, Progress progress) {
        this.source = source;
        this.file = file;
        this.tokenizer = tokenizer;
        this.progress = progress;
    }

    /** @return the number of rows */
    int read(InputStream content) throws IOException {
        CsvSchema schema = source.quoted()
                ? CsvSchema.emptySchema()
                : CsvSchema.emptySchema().withColumnSeparator('\t').withoutQuoteChar();
        try (MappingIterator<String[]> rows =
                MAPPER.readerFor(String[].class).with(schema).readValues(content)) {
            if (source.header() && rows.hasNextValue()) {
                rows.nextValue();
            }
            while (rows.hasNextValue()) {
                add(rows.nextValue());
            }
        } catch (JacksonException e) {
            throw file.fault("%s cannot be read (%s): correct it".formatted(row(count), e.getOriginalMessage()));
        }
        if (count == 0) {
            throw file.fault("holds no samples: add rows");
        }
        return count;
    }

    private void add(String[] cells) {
        int label = label(cell(cells, source.labelColumn()));
        int[] text = tokenizer.encode(cell(cells, source.textColumn()));
        int length = Math.min(text.length, source.sequenceLength());
        if (length == 0) {
            throw file.fault("%s has an empty text: remove the row".formatted(row(count)));
        }
        if (count == lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.multiplyExact(2, count));
            labels = Arrays.copyOf(labels, lengths.length);
        }
        if (length > tokens.length - filled) {
            HeapLimit.check(file.pointer(), file.name(), 3L * Integer.BYTES * tokens.length);
            tokens = Arrays.copyOf(tokens, Math.max(filled + length, Math.multiplyExact(2, tokens.length)));
        }
        System.arraycopy(text, 0, tokens, filled, length);
        filled += length;
        lengths[count] = length;
        labels[count++] = label;
        if (count % REPORT_EVERY == 0) {
            progress.report("tokenising rows of " + file.name(), count, count);
        }
    }

    private String cell(String[] cells, int column) {
        if (column >= cells.length) {
            throw file.fault("%s has %d columns but column %d is asked for: correct the row or the column"
                    .formatted(row(count), cells.length, column));
        }
        return cells[column];
    }

    private int label(String word) {
        List<String> classes = source.classes();
        if (classes != null) {
            int label = classes.indexOf(word);
            if (label < 0) {
                throw file.fault("%s has class \"%s\", which is not in data.classes: correct it or add it"
                        .formatted(row(count), word));
            }
            return label;
        }
        if (!word.matches("[0-9]{1,8}") || Integer.parseInt(word) >= MAX_LABEL) {
            throw file.fault(
                    "%s has \"%s\", which is no class label: use whole numbers from 0, or name the words in data.classes"
                            .formatted(row(count), word));
        }
        return Integer.parseInt(word);
    }

    private String row(int sample) {
        return "row %d".formatted(sample + (source.header() ? 2 : 1));
    }

    /** The rows that were read, those to train on first. */
    DataSet set(long seed) {
        int training = HeldOut.training(count, source.validationFraction());
        int[] order = training == count ? IntStream.range(0, count).toArray() : Permutation.of(count, seed, "split", 0);
        long[] starts = new long[count];
        for (int i = 1; i < count; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        Sequences rows = new Sequences(
                new TokenArray(MemorySegment.ofArray(tokens), TokenType.UINT32),
                IntStream.of(order).mapToLong(row -> starts[row]).toArray(),
                IntStream.of(order).map(row -> lengths[row]).toArray(),
                IntStream.rangeClosed(0, count).toArray(),
                source.padToken());
        int[] ordered = IntStream.of(order).map(row -> labels[row]).toArray();
        int classes = source.classes() == null
                ? 1 + IntStream.of(ordered).max().orElse(0)
                : source.classes().size();
        LabelledSet.Labels known = new LabelledSet.Labels(
                ordered, new Form.Label(classes), row -> "%s %s".formatted(file.name(), row(order[row])));
        return new LabelledSet(rows, file.name(), source.form(tokenizer.vocabulary()), training, known);
    }
}
