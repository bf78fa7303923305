package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.layer.Dropout;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Normalize;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.Residual;
import io.penstock.engine.layer.SelfAttention;
import io.penstock.engine.layer.Sequence;
import io.penstock.engine.layer.TokenEmbedding;
import io.penstock.engine.rule.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GPT-2 (Radford et al., 2019, section 2.3), with the parameter names and layouts of its public checkpoints: learned positions,
 * norms before attention and feed-forward, weights [in, out], and a head that shares the token table. A block's two residual
 * parts are two layers, so that stages can be cut between them.
 *
 * @param contextLength most tokens of a sample
 * @param blocks of attention and feed-forward
 * @param hiddenSize values of a token
 * @param heads divides hiddenSize
 * @param intermediateSize of the feed-forward part, 4 · hiddenSize if absent
 * @param dropout after the embedding and at the end of each residual part; attention weights are not dropped
 * @param epsilon of the norms
 * @param from folder of the checkpoint that training goes on from, absent to start anew
 */
public record Gpt2(
        int vocabulary,
        int contextLength,
        int blocks,
        int hiddenSize,
        int heads,
        @Nullable Integer intermediateSize,
        @JsonProperty(defaultValue = "0") double dropout,
        @JsonProperty(defaultValue = "1e-5") double epsilon,
        @Nullable String from)
        implements TokenModel {

    public Gpt2 {
        Rules rules = TokenModel.rules(vocabulary, contextLength, blocks, hiddenSize, heads)
                .share("dropout", dropout, 0, 1)
                .positive("epsilon", epsilon)
                .between("intermediateSize", intermediateSize, 1, TokenModel.MAX_SIZE);
        rules.check();
    }

    @Override
    public Map<String, Object> config() {
        return Gpt2Config.write(this);
    }

    @Override
    public String prefix() {
        return "transformer.";
    }

    @Override
    public Adoption adoption(String part) {
        return part.equals("wpe.weight") ? Adoption.FIRST_ROWS : Adoption.WHOLE;
    }

    @Override
    public boolean generative() {
        return true;
    }

    @Override
    public List<Layer> layers() {
        ParameterSpec words = Parts.table("wte.weight", vocabulary, hiddenSize);
        List<Layer> all = new ArrayList<>();
        TokenEmbedding embedding = new TokenEmbedding(
                "wte", hiddenSize, words, Parts.table("wpe.weight", contextLength, hiddenSize), null);
        all.add(dropout == 0 ? embedding : new Sequence("embedding", List.of(embedding, drop("drop"))));
        for (int i = 0; i < blocks; i++) {
            all.add(attention("h." + i));
            all.add(feedForward("h." + i));
        }
        all.add(norm("ln_f"));
        all.add(Parts.tiedHead("lm_head", words, null));
        return all;
    }

    private Layer attention(String block) {
        int head = hiddenSize / heads;
        return new Residual(
                block + ".attn",
                List.of(
                        norm(block + ".ln_1"),
                        Parts.inputFirst(block + ".attn.c_attn", hiddenSize, 3 * hiddenSize, DEVIATION, null),
                        new SelfAttention(block + ".attn.heads", new Heads(heads, heads, head, true), 0),
                        Parts.inputFirst(block + ".attn.c_proj", hiddenSize, hiddenSize, lastDeviation(), null),
                        drop(block + ".attn.drop")));
    }

    private Layer feedForward(String block) {
        int inner = intermediateSize == null ? 4 * hiddenSize : intermediateSize;
        return new Residual(
                block + ".mlp",
                List.of(
                        norm(block + ".ln_2"),
                        Parts.inputFirst(block + ".mlp.c_fc", hiddenSize, inner, DEVIATION, Activation.GELU_TANH),
                        Parts.inputFirst(block + ".mlp.c_proj", inner, hiddenSize, lastDeviation(), null),
                        drop(block + ".mlp.drop")));
    }

    /** The last weights of each residual part begin smaller by √(number of parts). */
    private double lastDeviation() {
        return DEVIATION / Math.sqrt(2.0 * blocks);
    }

    private Layer norm(String name) {
        return new Normalize(name, Norm.LAYER, hiddenSize, epsilon);
    }

    private Layer drop(String name) {
        return new Dropout(name, dropout, hiddenSize);
    }
}
