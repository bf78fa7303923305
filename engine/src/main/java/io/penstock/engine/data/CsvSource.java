package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in a text file, one sample a line, gzip-compressed or plain. Columns count from 0; all columns that are neither
 * label nor target are inputs, in file order.
 *
 * @param labelColumn the column of class labels 0, 1, …; either this or targetColumns
 * @param targetColumns the columns of target values; either this or labelColumn
 * @param header true if the first line holds names
 * @param separator one character between values
 * @param scale factor for inputs
 * @param validationFraction share of the rows that is held out, drawn by the job's seed
 */
public record CsvSource(
        String path,
        @Nullable Integer labelColumn,
        @Nullable List<Integer> targetColumns,
        @JsonProperty(defaultValue = "false") boolean header,
        @JsonProperty(defaultValue = ",") String separator,
        @JsonProperty(defaultValue = "1") double scale,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    private static final int MAX_COLUMNS = 1 << 16;

    public CsvSource {
        targetColumns = targetColumns == null ? null : List.copyOf(targetColumns);
        Rules rules = new Rules()
                .between("labelColumn", labelColumn, 0, MAX_COLUMNS - 1)
                .exactlyOne("labelColumn", labelColumn, "targetColumns", targetColumns)
                .require(
                        separator.length() == 1 && "0123456789+-.eE\"\r\n".indexOf(separator.charAt(0)) < 0,
                        "/separator",
                        "separator must be one character that no number contains: use \",\", \";\" or a tab")
                .positive("scale", scale)
                .share("validationFraction", validationFraction, 0, 1);
        checkTargets(rules, targetColumns);
        rules.check();
    }

    private static void checkTargets(Rules rules, @Nullable List<Integer> columns) {
        if (columns == null) {
            return;
        }
        rules.require(
                !columns.isEmpty() && new HashSet<>(columns).size() == columns.size(),
                "/targetColumns",
                "targetColumns has %d entries: name at least one column and none twice".formatted(columns.size()));
        for (int i = 0; i < columns.size(); i++) {
            rules.between("targetColumns/" + i, columns.get(i), 0, MAX_COLUMNS - 1);
        }
    }

    /** The columns of labels or targets. */
    List<Integer> outputColumns() {
        return labelColumn == null ? Objects.requireNonNullElse(targetColumns, List.of()) : List.of(labelColumn);
    }

    @Override
    public boolean labelled() {
        return labelColumn != null;
    }

    @Override
    public Optional<Form> declaredInput() {
        return Optional.empty();
    }

    @Override
    public Optional<Form> declaredTarget() {
        return Optional.ofNullable(targetColumns).map(columns -> new Form.Values(columns.size()));
    }

    @Override
    public void check(DataRoot root) {
        root.resolve("/data/path", path);
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        DataFile file = DataFile.of(root, "/data/path", path);
        return file.read(content -> new CsvLoader(this, file, content).load()).split(validationFraction, seed);
    }
}
