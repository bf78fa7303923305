package io.penstock.engine.token;

/** Turns text into token numbers and back. Threads may share one; whoever opened it closes it. */
public interface Tokenizer extends AutoCloseable {

    /** Number of different tokens; they are 0..vocabulary−1. */
    int vocabulary();

    /** The tokens of a text. What looks like a special token is text, too, unless the tokenizer's file says otherwise. */
    int[] encode(String text);

    /** The text of tokens; bytes that are no UTF-8, as at the end of a cut text, become U+FFFD. */
    String decode(int[] tokens);

    /** True for tokens that stand for no text, such as a separator of sentences. */
    default boolean isSpecial(int token) {
        return false;
    }

    @Override
    default void close() {}
}
