package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.layer.Dropout;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Normalize;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.layer.PatchEmbedding;
import io.penstock.engine.layer.Residual;
import io.penstock.engine.layer.SelectToken;
import io.penstock.engine.layer.SelfAttention;
import io.penstock.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Vision Transformer (Dosovitskiy et al., 2021, section 3.1), with the parameter names of its public checkpoints: square images
 * cut into patches, a class token, norms before attention and feed-forward, and a classifier of the class token.
 *
 * @param imageSize side of an image
 * @param patchSize side of a patch; divides imageSize
 * @param channels of an image, which follow one another
 * @param blocks of attention and feed-forward
 * @param hiddenSize values of a token
 * @param heads divides hiddenSize
 * @param intermediateSize of the feed-forward part
 * @param dropout at the end of each residual part; attention weights are not dropped
 * @param epsilon of the norms
 * @param from folder of the checkpoint that training goes on from, absent to start anew
 */
public record Vit(
        int imageSize,
        int patchSize,
        @JsonProperty(defaultValue = "3") int channels,
        int blocks,
        int hiddenSize,
        int heads,
        int intermediateSize,
        int classes,
        @JsonProperty(defaultValue = "0") double dropout,
        @JsonProperty(defaultValue = "1e-12") double epsilon,
        @Nullable String from)
        implements Transformer {

    private static final int MAX_IMAGE = 4096;

    public Vit {
        Transformer.rules(blocks, hiddenSize, heads)
                .between("imageSize", imageSize, 1, MAX_IMAGE)
                .between("patchSize", patchSize, 1, MAX_IMAGE)
                .require(
                        patchSize < 1 || imageSize % patchSize == 0,
                        "/patchSize",
                        "patchSize is %d, which does not divide imageSize %d: use a divisor"
                                .formatted(patchSize, imageSize))
                .between("channels", channels, 1, 16)
                .between("intermediateSize", intermediateSize, 1, MAX_SIZE)
                .between("classes", classes, 2, MAX_ROWS)
                .share("dropout", dropout, 0, 1)
                .positive("epsilon", epsilon)
                .check();
    }

    @Override
    public int inputSize() {
        return channels * imageSize * imageSize;
    }

    @Override
    public int outputSize() {
        return classes;
    }

    @Override
    public Map<String, Object> config() {
        return VitConfig.write(this);
    }

    @Override
    public String prefix() {
        return "vit.";
    }

    @Override
    public Adoption adoption(String part) {
        return part.startsWith("classifier.") ? Adoption.OR_DRAWN : Adoption.WHOLE;
    }

    @Override
    public List<Layer> layers() {
        List<Layer> all = new ArrayList<>();
        all.add(embedding());
        for (int i = 0; i < blocks; i++) {
            all.add(attention("vit.encoder.layer." + i));
            all.add(feedForward("vit.encoder.layer." + i));
        }
        all.add(norm("vit.layernorm"));
        all.add(new SelectToken("vit.first", hiddenSize));
        all.add(Parts.linear("classifier", hiddenSize, classes, true, null));
        return all;
    }

    private Layer embedding() {
        String name = "vit.embeddings";
        Patches patches = new Patches(channels, imageSize, imageSize, patchSize);
        String projection = name + ".patch_embeddings.projection";
        return new PatchEmbedding(
                name,
                patches,
                hiddenSize,
                reshaped(name + ".cls_token", Shape.of(1, hiddenSize), Shape.of(1, 1, hiddenSize)),
                reshaped(
                        name + ".position_embeddings",
                        Shape.of(1 + patches.count(), hiddenSize),
                        Shape.of(1, 1 + patches.count(), hiddenSize)),
                reshaped(
                        projection + ".weight",
                        Shape.of(hiddenSize, patches.size()),
                        Shape.of(hiddenSize, channels, patchSize, patchSize)),
                ParameterSpec.of(projection + ".bias", Shape.of(hiddenSize), Parts.ZERO));
    }

    /** A parameter whose checkpoint has the same values in another shape. */
    private static ParameterSpec reshaped(String name, Shape shape, Shape stored) {
        return new ParameterSpec(name, shape, Parts.NORMAL, List.of(new Part(name, stored)));
    }

    private Layer attention(String block) {
        int head = hiddenSize / heads;
        String name = block + ".attention";
        return new Residual(
                name,
                List.of(
                        norm(block + ".layernorm_before"),
                        Parts.stacked(
                                name + ".attention",
                                hiddenSize,
                                true,
                                new Parts.Rows(name + ".attention.query", hiddenSize),
                                new Parts.Rows(name + ".attention.key", hiddenSize),
                                new Parts.Rows(name + ".attention.value", hiddenSize)),
                        new SelfAttention(name + ".heads", new Heads(heads, heads, head, false), 0),
                        Parts.linear(name + ".output.dense", hiddenSize, hiddenSize, true, null),
                        drop(name + ".output.drop")));
    }

    private Layer feedForward(String block) {
        return new Residual(
                block,
                List.of(
                        norm(block + ".layernorm_after"),
                        Parts.linear(
                                block + ".intermediate.dense", hiddenSize, intermediateSize, true, Activation.GELU),
                        Parts.linear(block + ".output.dense", intermediateSize, hiddenSize, true, null),
                        drop(block + ".output.drop")));
    }

    private Layer norm(String name) {
        return new Normalize(name, Norm.LAYER, hiddenSize, epsilon);
    }

    private Layer drop(String name) {
        return new Dropout(name, dropout, hiddenSize);
    }
}
