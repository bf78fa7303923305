package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.layer.Layer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model's specification, which knows its layers. The record of each kind is parsed by the job reader. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "mlp", value = Mlp.class),
    @JsonSubTypes.Type(name = "gpt2", value = Gpt2.class),
    @JsonSubTypes.Type(name = "llama", value = Llama.class),
    @JsonSubTypes.Type(name = "bert", value = Bert.class),
    @JsonSubTypes.Type(name = "vit", value = Vit.class)
})
public interface Model {

    /** All layers, first to last; the planner cuts this list into stages. */
    List<Layer> layers();

    /** Values in one input sample, or the number of different tokens. */
    int inputSize();

    /** Values in one row of the output: classes for cross entropy, targets for squared error. */
    int outputSize();

    /** True if the output at a token is a guess of the next one, so that the model can write. */
    default boolean generative() {
        return false;
    }

    /** Most tokens of a sample; 1 for models whose samples are no sequences. */
    default int contextLength() {
        return 1;
    }

    /** Folder of the checkpoint that training goes on from, absent to start anew. */
    @Nullable
    String from();

    /** What a checkpoint's config.json says of this model, in the form of its public family. */
    Map<String, Object> config();

    /** With what parameter names begin in some checkpoints of the family and in others not; empty if all agree. */
    default String prefix() {
        return "";
    }

    /** What becomes of a checkpoint's tensor of this name. */
    default Adoption adoption(String part) {
        return Adoption.WHOLE;
    }
}
