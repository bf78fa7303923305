package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Images in a folder for each class; the classes are numbered by the order of the folders' names. Images become [channels,
 * height, width] values; they are decoded and resized once into a mapped file of the cache.
 *
 * @param path the folder of the classes' folders, which hold PNG and JPEG files
 * @param size side of a square, or height and width, that images are resized to, bilinearly
 * @param channels 3 for red, green and blue, 1 for luma (ITU-R BT.601)
 * @param mean subtracted from each channel's values, which are 0 to 1; absent for 0
 * @param std divides them then; absent for 1
 * @param validationFraction share of the images that is held out, drawn by the job's seed
 */
public record ImagesSource(
        String path,

        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<Integer> size,

        @JsonProperty(defaultValue = "3") int channels,
        @Nullable List<Double> mean,
        @Nullable List<Double> std,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    private static final int MAX_SIDE = 1024;

    public ImagesSource {
        size = List.copyOf(size);
        mean = mean == null ? null : List.copyOf(mean);
        std = std == null ? null : List.copyOf(std);
        Rules rules = new Rules()
                .require(
                        size.size() == 1 || size.size() == 2,
                        "/size",
                        "size has %d numbers: give a side, or height and width".formatted(size.size()))
                .require(channels == 1 || channels == 3, "/channels", "channels is %d: use 1 or 3".formatted(channels))
                .share("validationFraction", validationFraction, 0, 1);
        for (int i = 0; i < size.size(); i++) {
            rules.between("size/" + i, size.get(i), 1, MAX_SIDE);
        }
        onePerChannel(rules, "mean", mean, channels);
        onePerChannel(rules, "std", std, channels);
        for (int i = 0; std != null && i < std.size(); i++) {
            rules.positive("std/" + i, std.get(i));
        }
        rules.check();
    }

    private static void onePerChannel(Rules rules, String field, @Nullable List<Double> values, int channels) {
        rules.require(
                values == null || values.size() == channels,
                "/" + field,
                "%s has not as many numbers as there are channels: give %d".formatted(field, channels));
    }

    int height() {
        return size.getFirst();
    }

    int width() {
        return size.getLast();
    }

    @Override
    public boolean labelled() {
        return true;
    }

    @Override
    public Optional<Form> declaredInput() {
        return Optional.of(new Form.Values(channels * height() * width()));
    }

    @Override
    public Optional<Form> declaredTarget() {
        return Optional.empty();
    }

    @Override
    public void check(DataRoot root) {
        root.resolveFolder("/data/path", path);
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        ImageFolder folder = ImageFolder.of(root, path);
        Rows pixels = PixelRows.of(folder.pixels(root, this, progress), this);
        LabelRows labels = new LabelRows();
        folder.images().forEach(image -> labels.add(image.label()));
        return new Samples.Contents(
                        pixels,
                        labels,
                        true,
                        row -> folder.images().get(row).file().name())
                .split(validationFraction, seed);
    }
}
