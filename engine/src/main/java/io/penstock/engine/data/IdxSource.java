package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.Rules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Images and labels in the IDX format of the MNIST family, gzip-compressed or plain; a sample is an image, row by row.
 *
 * @param images unsigned bytes [samples, …]
 * @param labels unsigned bytes [samples]
 * @param validationImages held-out images; both or neither of the validation files
 * @param validationLabels their labels
 * @param scale factor for inputs, for example 1 ÷ 255
 */
public record IdxSource(
        String images,
        String labels,
        @Nullable String validationImages,
        @Nullable String validationLabels,
        @JsonProperty(defaultValue = "1") double scale)
        implements DataSource {

    public IdxSource {
        new Rules()
                .require(
                        (validationImages == null) == (validationLabels == null),
                        validationImages == null ? "/validationImages" : "/validationLabels",
                        "only one of validationImages and validationLabels is given: add the other")
                .positive("scale", scale)
                .check();
    }

    @Override
    public boolean labelled() {
        return true;
    }

    @Override
    public Optional<Form> declaredInput() {
        return Optional.empty();
    }

    @Override
    public Optional<Form> declaredTarget() {
        return Optional.empty();
    }

    @Override
    public void check(DataRoot root) {
        root.resolve("/data/images", images);
        root.resolve("/data/labels", labels);
        if (validationImages != null && validationLabels != null) {
            root.resolve("/data/validationImages", validationImages);
            root.resolve("/data/validationLabels", validationLabels);
        }
    }

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        Samples.Contents training = contents(root, "/data/images", images, "/data/labels", labels);
        int count = training.inputs().count();
        if (validationImages == null || validationLabels == null) {
            return training.split(count);
        }
        Samples.Contents heldOut =
                contents(root, "/data/validationImages", validationImages, "/data/validationLabels", validationLabels);
        return training.followedBy(heldOut, "/data/validationImages").split(count);
    }

    private Samples.Contents contents(
            DataRoot root, String imagePointer, String imageName, String labelPointer, String labelName) {
        Rows inputs = IdxFile.of(DataFile.of(root, imagePointer, imageName)).rows((float) scale);
        IdxFile labelFile = IdxFile.of(DataFile.of(root, labelPointer, labelName));
        return new Samples.Contents(
                inputs, labelFile.labels(inputs.count()), true, index -> labelName + " sample " + index);
    }
}
