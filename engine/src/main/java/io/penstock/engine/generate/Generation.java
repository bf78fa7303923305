package io.penstock.engine.generate;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.token.TokenizerChoice;
import org.jspecify.annotations.Nullable;

/**
 * Text that a language model is to write after its training.
 *
 * @param prompt what it begins with
 * @param maxTokens tokens that are added
 * @param temperature 0 for the most probable token each time; otherwise logits are divided by it and a token is drawn
 * @param topK draws among so many of the most probable tokens, absent for all
 * @param seed keys the draws
 * @param tokenizer absent for that of the data
 */
public record Generation(
        String prompt,
        @JsonProperty(defaultValue = "100") int maxTokens,
        @JsonProperty(defaultValue = "0") double temperature,
        @Nullable Integer topK,
        @JsonProperty(defaultValue = "0") long seed,
        @Nullable TokenizerChoice tokenizer) {

    private static final int MAX_TOKENS = 1 << 16;
    private static final int MAX_PROMPT = 1 << 16;
    private static final double MAX_TEMPERATURE = 100;

    public Generation {
        new Rules()
                .require(
                        !prompt.isEmpty() && prompt.length() <= MAX_PROMPT,
                        "/prompt",
                        "prompt has %d characters: use 1 to %d".formatted(prompt.length(), MAX_PROMPT))
                .between("maxTokens", maxTokens, 1, MAX_TOKENS)
                .share("temperature", temperature, 0, MAX_TEMPERATURE)
                .between("topK", topK, 1, 1 << 20)
                .check();
    }
}
