package io.penstock.engine.job;

import io.penstock.engine.data.DataSource;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.model.Model;
import io.penstock.engine.rule.Rules;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules between the parts of a job. */
final class JobRules {

    /** A label of Kubernetes and of metrics. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");

    /** Values of the largest tensor of activations, 1 GiB of float32. */
    private static final long MAX_VALUES = 1L << 28;

    private final Rules rules = new Rules();

    private JobRules() {}

    static void check(
            String name,
            @Nullable String id,
            Model model,
            DataSource data,
            Training training,
            Parallelism parallelism,
            @Nullable Checkpoint checkpoint,
            @Nullable FailurePolicy failurePolicy) {
        JobRules job = new JobRules();
        job.named("name", name);
        if (id != null) {
            job.named("id", id);
        }
        job.pipeline(model.layers(), training.batchSize(), parallelism);
        job.batch(model.layers(), training.batchSize(), model.inputSize());
        job.loss(training.loss(), data);
        job.sizes(model, data);
        job.notYet("checkpoint", "checkpoints are not available yet", checkpoint);
        job.notYet("failurePolicy", "restarts are not available yet", failurePolicy);
        job.rules.check();
    }

    private void named(String field, String value) {
        rules.require(
                NAME.matcher(value).matches(),
                "/" + field,
                "%s must be 1 to 63 letters, digits, '.', '_' or '-', first and last a letter or digit"
                        .formatted(field));
    }

    private void pipeline(List<Layer> layers, int batchSize, Parallelism parallelism) {
        int ranks = parallelism.pipeline();
        rules.require(
                ranks <= layers.size(),
                "/parallelism/pipeline",
                "parallelism.pipeline is %d but the model has %d layers: use at most %d"
                        .formatted(ranks, layers.size(), layers.size()));
        int slices = parallelism.microBatches();
        rules.require(
                slices <= batchSize,
                "/parallelism/microBatches",
                "parallelism.microBatches is %d but training.batchSize is %d: use at most %d"
                        .formatted(slices, batchSize, batchSize));
    }

    private void batch(List<Layer> layers, int batchSize, int inputSize) {
        long widest = layers.stream()
                .mapToLong(layer -> layer.cost().outputBytes() / Float.BYTES)
                .max()
                .orElse(1);
        long width = Math.max(widest, inputSize);
        rules.require(
                batchSize * width <= MAX_VALUES,
                "/training/batchSize",
                "training.batchSize is %d and the widest layer has %d values, in all more than %d: use at most %d"
                        .formatted(batchSize, width, MAX_VALUES, MAX_VALUES / width));
    }

    private void loss(Loss loss, DataSource data) {
        rules.require(
                loss.labelled() == data.labelled(),
                "/training/loss",
                "training.loss is %s, which needs %s, but the data has %s: use %s or change the data"
                        .formatted(
                                text(loss),
                                kind(loss.labelled()),
                                kind(data.labelled()),
                                text(loss.labelled() ? Loss.MEAN_SQUARED_ERROR : Loss.CROSS_ENTROPY)));
    }

    private void sizes(Model model, DataSource data) {
        size("inputSize", model.inputSize(), data.declaredInputs(), "values a sample");
        size(
                "outputSize",
                model.outputSize(),
                data.declaredOutputs(),
                data.labelled() ? "classes" : "targets a sample");
    }

    private void size(String field, int actual, OptionalInt declared, String unit) {
        int wanted = declared.orElse(actual);
        rules.require(
                actual == wanted,
                "/model/" + field,
                "model.%s is %d but the data has %d %s: use %d".formatted(field, actual, wanted, unit, wanted));
    }

    private void notYet(String field, String reason, @Nullable Record value) {
        rules.require(value == null, "/" + field, reason + ": remove the field");
    }

    private static String text(Loss loss) {
        return loss.name().toLowerCase(Locale.ROOT);
    }

    private static String kind(boolean labelled) {
        return labelled ? "class labels" : "target values";
    }
}
