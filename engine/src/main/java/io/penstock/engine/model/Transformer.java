package io.penstock.engine.model;

import io.penstock.engine.rule.Rules;

/** A model of attention and feed-forward blocks, with the parameter names of a public checkpoint family. */
public interface Transformer extends Model {

    int MAX_SIZE = 1 << 17;
    int MAX_ROWS = 1 << 20;
    int MAX_BLOCKS = 1024;

    /** Deviation of initial weights. */
    double DEVIATION = 0.02;

    /** Blocks. */
    int blocks();

    /** Values of a token. */
    int hiddenSize();

    /** The rules that all of them have. */
    static Rules rules(int blocks, int hiddenSize, int heads) {
        return new Rules()
                .between("blocks", blocks, 1, MAX_BLOCKS)
                .between("hiddenSize", hiddenSize, 1, MAX_SIZE)
                .between("heads", heads, 1, MAX_SIZE)
                .require(
                        heads < 1 || hiddenSize % heads == 0,
                        "/heads",
                        "heads is %d, which does not divide hiddenSize %d: use a divisor".formatted(heads, hiddenSize));
    }
}
