package io.penstock.engine.model;

import io.penstock.engine.rule.Rules;

/** A transformer over token numbers. */
public interface TokenModel extends Transformer {

    /** Different tokens. */
    int vocabulary();

    @Override
    default int inputSize() {
        return vocabulary();
    }

    @Override
    default int outputSize() {
        return vocabulary();
    }

    /** The rules that all of them have. */
    static Rules rules(int vocabulary, int contextLength, int blocks, int hiddenSize, int heads) {
        return Transformer.rules(blocks, hiddenSize, heads)
                .between("vocabulary", vocabulary, 1, MAX_ROWS)
                .between("contextLength", contextLength, 1, MAX_ROWS);
    }
}
