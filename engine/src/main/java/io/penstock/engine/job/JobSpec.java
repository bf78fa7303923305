package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.common.control.RunLength;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.DataSource;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.model.Model;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.rule.FieldError;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.token.TokenizerChoice;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One training job as a user asks for it; a value that exists is consistent in itself. Read it with {@link JobReader}.
 *
 * @param id the client's own identifier, which makes a submission repeatable
 * @param generation text to write after the training, absent for none
 */
public record JobSpec(
        String name,
        Model model,
        DataSource data,
        Training training,
        @JsonProperty(defaultValue = "{}") Parallelism parallelism,
        @Nullable String id,
        @Nullable Checkpoint checkpoint,
        @Nullable FailurePolicy failurePolicy,
        @Nullable Generation generation) {

    public JobSpec {
        Rules rules = new Rules();
        JobRules.named(rules, "name", name);
        if (id != null) {
            JobRules.named(rules, "id", id);
        }
        new JobRules(model, data, training, parallelism).state(rules);
        JobRules.generation(rules, generation, model, data, training);
        JobRules.absent(rules, "checkpoint", "checkpoints are not available yet", checkpoint);
        JobRules.absent(rules, "failurePolicy", "restarts are not available yet", failurePolicy);
        rules.check();
    }

    /** Most tokens of a sample; 1 where samples are no sequences. */
    public int tokens() {
        return data.sequenceLength();
    }

    /** The tokenizer of the text to write. */
    public TokenizerChoice wordsOf(Generation text) {
        return Optional.ofNullable(text.tokenizer()).or(data::words).orElseThrow();
    }

    /** What one sample costs in each layer of the model, in the precision and with the recomputation that the job asks for. */
    public List<LayerCost> layerCosts() {
        long inputBytes = (long) Float.BYTES * (tokens() == 1 ? model.inputSize() : tokens());
        return training.memory().applyTo(LayerCost.of(model.layers(), tokens()), inputBytes);
    }

    /**
     * What can be said about the data without reading it: files exist, no path leaves the root.
     *
     * @throws InvalidJobException with the field at fault
     */
    public void check(DataRoot root) {
        try {
            data.check(root);
            if (model.from() != null) {
                root.resolveFolder(ModelFolder.POINTER, model.from());
            }
        } catch (InvalidDataException e) {
            throw new InvalidJobException(List.of(new FieldError(e.pointer(), String.valueOf(e.getMessage()))));
        }
    }

    /**
     * Opens the samples and compares them with the model.
     *
     * @param progress hears about work that takes long, such as tokenising
     * @throws InvalidDataException with the field at fault
     */
    public DataSet load(DataRoot root, Progress progress) {
        DataSet samples = data.load(root, training.seed(), progress);
        ModelFit.check(samples, model);
        return samples;
    }

    /** The same when nobody listens. */
    public DataSet load(DataRoot root) {
        return load(root, Progress.NONE);
    }

    /** Which rows each training step takes. */
    public BatchPlan batches(DataSet samples) {
        return new BatchPlan(samples.trainingSamples(), training.batchSize(), training.seed());
    }

    /** How long the run is with these samples. */
    public RunLength length(DataSet samples) {
        long stepsPerEpoch = batches(samples).stepsPerEpoch();
        return new RunLength(
                training.steps(stepsPerEpoch), stepsPerEpoch, samples.trainingSamples(), samples.validationSamples());
    }
}
