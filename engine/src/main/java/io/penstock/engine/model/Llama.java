package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Normalize;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.Residual;
import io.penstock.engine.layer.SelfAttention;
import io.penstock.engine.layer.SwiGlu;
import io.penstock.engine.layer.TokenEmbedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Llama (Touvron et al., 2023, section 2.2), with the parameter names of its public checkpoints: RMSNorm before attention and
 * feed-forward, rotary positions, grouped-query attention, SwiGLU, no biases.
 *
 * @param contextLength most tokens of a sample
 * @param blocks of attention and feed-forward
 * @param hiddenSize values of a token
 * @param heads divides hiddenSize
 * @param keyValueHeads divides heads; as many as heads if absent
 * @param intermediateSize of the feed-forward part
 * @param tied true if the head shares the token table
 * @param epsilon of the norms
 * @param rotaryBase of the rotary positions
 * @param from folder of the checkpoint that training goes on from, absent to start anew
 */
public record Llama(
        int vocabulary,
        int contextLength,
        int blocks,
        int hiddenSize,
        int heads,
        @Nullable Integer keyValueHeads,
        int intermediateSize,
        @JsonProperty(defaultValue = "false") boolean tied,
        @JsonProperty(defaultValue = "1e-5") double epsilon,
        @JsonProperty(defaultValue = "10000") double rotaryBase,
        @Nullable String from)
        implements TokenModel {

    public Llama {
        int groups = keyValueHeads == null ? heads : keyValueHeads;
        TokenModel.rules(vocabulary, contextLength, blocks, hiddenSize, heads)
                .between("keyValueHeads", keyValueHeads, 1, MAX_SIZE)
                .require(
                        groups < 1 || heads % groups == 0,
                        "/keyValueHeads",
                        "keyValueHeads is %d, which does not divide heads %d: use a divisor".formatted(groups, heads))
                .require(
                        heads < 1 || hiddenSize % heads != 0 || hiddenSize / heads % 2 == 0,
                        "/heads",
                        "a head has %d values, which rotary positions cannot pair: use an even number"
                                .formatted(heads < 1 ? 0 : hiddenSize / heads))
                .between("intermediateSize", intermediateSize, 1, MAX_SIZE)
                .positive("epsilon", epsilon)
                .positive("rotaryBase", rotaryBase)
                .check();
    }

    @Override
    public Map<String, Object> config() {
        return LlamaConfig.write(this);
    }

    @Override
    public String prefix() {
        return "model.";
    }

    @Override
    public boolean generative() {
        return true;
    }

    @Override
    public List<Layer> layers() {
        ParameterSpec words = Parts.table("model.embed_tokens.weight", vocabulary, hiddenSize);
        List<Layer> all = new ArrayList<>();
        all.add(new TokenEmbedding("model.embed_tokens", hiddenSize, words, null, null));
        for (int i = 0; i < blocks; i++) {
            all.add(attention("model.layers." + i));
            all.add(feedForward("model.layers." + i));
        }
        all.add(norm("model.norm"));
        all.add(
                tied
                        ? Parts.tiedHead("lm_head", words, null)
                        : Parts.linear("lm_head", hiddenSize, vocabulary, false, null));
        return all;
    }

    private Layer attention(String block) {
        int head = hiddenSize / heads;
        Heads shape = new Heads(heads, keyValueHeads == null ? heads : keyValueHeads, head, true);
        int keys = shape.keyHeads() * head;
        String name = block + ".self_attn";
        return new Residual(
                name,
                List.of(
                        norm(block + ".input_layernorm"),
                        Parts.stacked(
                                name + ".qkv_proj",
                                hiddenSize,
                                false,
                                new Parts.Rows(name + ".q_proj", hiddenSize),
                                new Parts.Rows(name + ".k_proj", keys),
                                new Parts.Rows(name + ".v_proj", keys)),
                        new SelfAttention(name + ".heads", shape, rotaryBase),
                        Parts.linear(name + ".o_proj", hiddenSize, hiddenSize, false, null)));
    }

    private Layer feedForward(String block) {
        String name = block + ".mlp";
        return new Residual(
                name,
                List.of(
                        norm(block + ".post_attention_layernorm"),
                        Parts.stacked(
                                name + ".gate_up_proj",
                                hiddenSize,
                                false,
                                new Parts.Rows(name + ".gate_proj", intermediateSize),
                                new Parts.Rows(name + ".up_proj", intermediateSize)),
                        new SwiGlu(name + ".swiglu", intermediateSize),
                        Parts.linear(name + ".down_proj", intermediateSize, hiddenSize, false, null)));
    }

    private Layer norm(String name) {
        return new Normalize(name, Norm.RMS, hiddenSize, epsilon);
    }
}
