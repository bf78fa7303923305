package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.layer.Dropout;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Normalize;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.PostNorm;
import io.penstock.engine.layer.SelectToken;
import io.penstock.engine.layer.SelfAttention;
import io.penstock.engine.layer.Sequence;
import io.penstock.engine.layer.TokenEmbedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * BERT (Devlin et al., 2019, section 3), with the parameter names of its public checkpoints: learned positions and token types,
 * norms after attention and feed-forward, and one of two heads.
 *
 * @param contextLength most tokens of a sample
 * @param tokenTypes kinds of tokens, such as first and second sentence
 * @param blocks of attention and feed-forward
 * @param hiddenSize values of a token
 * @param heads divides hiddenSize
 * @param intermediateSize of the feed-forward part
 * @param classes of whole sequences, from the first token; absent for a masked language model, whose head shares the token table
 * @param dropout after the embedding, at the end of each residual part and before the classifier; attention weights are not
 *     dropped
 * @param epsilon of the norms
 * @param from folder of the checkpoint that training goes on from, absent to start anew
 */
public record Bert(
        int vocabulary,
        int contextLength,
        @JsonProperty(defaultValue = "2") int tokenTypes,
        int blocks,
        int hiddenSize,
        int heads,
        int intermediateSize,
        @Nullable Integer classes,
        @JsonProperty(defaultValue = "0") double dropout,
        @JsonProperty(defaultValue = "1e-12") double epsilon,
        @Nullable String from)
        implements TokenModel {

    private static final String POSITIONS = "bert.embeddings.position_embeddings.weight";

    public Bert {
        TokenModel.rules(vocabulary, contextLength, blocks, hiddenSize, heads)
                .between("tokenTypes", tokenTypes, 1, MAX_ROWS)
                .between("intermediateSize", intermediateSize, 1, MAX_SIZE)
                .between("classes", classes, 2, MAX_ROWS)
                .share("dropout", dropout, 0, 1)
                .positive("epsilon", epsilon)
                .check();
    }

    @Override
    public int outputSize() {
        return classes == null ? vocabulary : classes;
    }

    @Override
    public Map<String, Object> config() {
        return BertConfig.write(this);
    }

    @Override
    public String prefix() {
        return "bert.";
    }

    @Override
    public Adoption adoption(String part) {
        if (part.equals(POSITIONS)) {
            return Adoption.FIRST_ROWS;
        }
        boolean head = part.startsWith("classifier.") || part.startsWith("bert.pooler.");
        return head ? Adoption.OR_DRAWN : Adoption.WHOLE;
    }

    @Override
    public List<Layer> layers() {
        String tables = "bert.embeddings";
        ParameterSpec words = Parts.table(tables + ".word_embeddings.weight", vocabulary, hiddenSize);
        List<Layer> all = new ArrayList<>();
        all.add(new TokenEmbedding(
                tables,
                hiddenSize,
                words,
                Parts.table(POSITIONS, contextLength, hiddenSize),
                Parts.table(tables + ".token_type_embeddings.weight", tokenTypes, hiddenSize)));
        all.add(norm(tables + ".LayerNorm"));
        if (dropout > 0) {
            all.add(drop(tables + ".drop"));
        }
        for (int i = 0; i < blocks; i++) {
            all.add(attention("bert.encoder.layer." + i));
            all.add(feedForward("bert.encoder.layer." + i));
        }
        if (classes == null) {
            all.add(new Sequence(
                    "cls.predictions.transform",
                    List.of(
                            Parts.linear(
                                    "cls.predictions.transform.dense", hiddenSize, hiddenSize, true, Activation.GELU),
                            norm("cls.predictions.transform.LayerNorm"))));
            all.add(Parts.tiedHead("cls.predictions.decoder", words, "cls.predictions.bias"));
        } else {
            all.add(new SelectToken("bert.pooler.first", hiddenSize));
            all.add(Parts.linear("bert.pooler.dense", hiddenSize, hiddenSize, true, Activation.TANH));
            all.add(drop("classifier.drop"));
            all.add(Parts.linear("classifier", hiddenSize, classes, true, null));
        }
        return all;
    }

    private Layer attention(String block) {
        int head = hiddenSize / heads;
        String name = block + ".attention";
        return new PostNorm(
                name,
                List.of(
                        Parts.stacked(
                                name + ".self",
                                hiddenSize,
                                true,
                                new Parts.Rows(name + ".self.query", hiddenSize),
                                new Parts.Rows(name + ".self.key", hiddenSize),
                                new Parts.Rows(name + ".self.value", hiddenSize)),
                        new SelfAttention(name + ".heads", new Heads(heads, heads, head, false), 0),
                        Parts.linear(name + ".output.dense", hiddenSize, hiddenSize, true, null),
                        drop(name + ".output.drop")),
                norm(name + ".output.LayerNorm"));
    }

    private Layer feedForward(String block) {
        return new PostNorm(
                block,
                List.of(
                        Parts.linear(
                                block + ".intermediate.dense", hiddenSize, intermediateSize, true, Activation.GELU),
                        Parts.linear(block + ".output.dense", intermediateSize, hiddenSize, true, null),
                        drop(block + ".output.drop")),
                norm(block + ".output.LayerNorm"));
    }

    private Normalize norm(String name) {
        return new Normalize(name, Norm.LAYER, hiddenSize, epsilon);
    }

    private Layer drop(String name) {
        return new Dropout(name, dropout, hiddenSize);
    }
}
