package io.penstock.engine.job;

import io.penstock.engine.data.DataSource;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.model.Model;
import io.penstock.engine.rule.Rules;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules between the parts of a job. */
record JobRules(Model model, DataSource data, Training training, Parallelism parallelism) {

    /** A label of Kubernetes and of metrics. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");

    /** Values of the largest tensor of activations, 1 GiB of float32. */
    private static final long MAX_VALUES = 1L << 28;

    static void named(Rules rules, String field, String value) {
        rules.require(
                NAME.matcher(value).matches(),
                "/" + field,
                "%s must be 1 to 63 letters, digits, '.', '_' or '-', first and last a letter or digit"
                        .formatted(field));
    }

    static void absent(Rules rules, String field, String reason, @Nullable Record value) {
        rules.require(value == null, "/" + field, reason + ": remove the field");
    }

    static void generation(
            Rules rules, @Nullable Generation generation, Model model, DataSource data, Training training) {
        Long steps = training.steps();
        rules.require(
                steps == null || steps > 0 || generation != null,
                "/training/steps",
                "steps is 0 and nothing is to be generated: use at least 1, or add generation");
        if (generation != null) {
            rules.require(
                    model.generative(),
                    "/generation",
                    "the model does not guess the next token, so it cannot write: use gpt2 or llama, or remove generation");
            rules.require(
                    generation.tokenizer() != null || data.words().isPresent(),
                    "/generation/tokenizer",
                    "the data says no tokenizer: add one");
        }
    }

    void state(Rules rules) {
        pipeline(rules, model.layers().size());
        batch(rules, model.layers());
        loss(rules, training.loss());
        data.declaredInput().stream()
                .flatMap(form -> FormFit.input(form, model).stream())
                .forEach(fault -> rules.require(false, fault.pointer(), fault.detail()));
        data.declaredTarget().stream()
                .flatMap(form -> FormFit.target(form, model).stream())
                .forEach(fault -> rules.require(false, fault.pointer(), fault.detail()));
    }

    private void pipeline(Rules rules, int layers) {
        int ranks = parallelism.pipeline();
        rules.require(
                ranks <= layers,
                "/parallelism/pipeline",
                "parallelism.pipeline is %d but the model has %d layers: use at most %d"
                        .formatted(ranks, layers, layers));
        int chunks = Objects.requireNonNullElse(parallelism.chunks(), 1);
        rules.require(
                ranks > layers || (long) ranks * chunks <= layers,
                "/parallelism/chunks",
                "parallelism.chunks is %d on %d ranks but the model has %d layers: use at most %d"
                        .formatted(chunks, ranks, layers, layers / ranks));
        int stages =
                parallelism.stageRanks() == null ? 1 : parallelism.stageRanks().size();
        rules.require(
                stages <= layers,
                "/parallelism/stageRanks",
                "parallelism.stageRanks has %d stages but the model has %d layers: use at most %d"
                        .formatted(stages, layers, layers));
        int slices = Objects.requireNonNullElse(parallelism.microBatches(), 1);
        int batchSize = training.batchSize();
        rules.require(
                slices <= batchSize,
                "/parallelism/microBatches",
                "parallelism.microBatches is %d but training.batchSize is %d: use at most %d"
                        .formatted(slices, batchSize, batchSize));
    }

    private void batch(Rules rules, List<Layer> layers) {
        long widest = LayerCost.of(layers, data.sequenceLength()).stream()
                .mapToLong(cost -> cost.outputBytes() / Float.BYTES)
                .max()
                .orElse(1);
        long width = Math.max(widest, model.inputSize());
        int slices = Objects.requireNonNullElse(parallelism.microBatches(), 1);
        int samples = Math.ceilDiv(training.batchSize(), slices);
        rules.require(
                samples * width <= MAX_VALUES,
                "/training/batchSize",
                "a micro-batch has %d samples and the widest layer %d values of each, in all more than %d: use at most %d samples, by a smaller training.batchSize or more parallelism.microBatches"
                        .formatted(samples, width, MAX_VALUES, MAX_VALUES / width));
    }

    private void loss(Rules rules, Loss loss) {
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

    private static String text(Loss loss) {
        return loss.name().toLowerCase(Locale.ROOT);
    }

    private static String kind(boolean labelled) {
        return labelled ? "class labels" : "target values";
    }
}
