package io.penstock.engine.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.nio.charset.StandardCharsets;

/**
 * Byte pair encoding with a public vocabulary (Sennrich, Haddow and Birch, 2016; on bytes: Radford et al., 2019, section
 * 2.2).
 *
 * @param vocabulary with special tokens
 */
record BpeTokenizer(Encoding encoding, int vocabulary) implements Tokenizer {

    static BpeTokenizer of(EncodingType type, int vocabulary) {
        return new BpeTokenizer(Encodings.newLazyEncodingRegistry().getEncoding(type), vocabulary);
    }

    @Override
    public int[] encode(String text) {
        return encoding.encodeOrdinary(text).toArray();
    }

    @Override
    public String decode(int[] tokens) {
        IntArrayList list = new IntArrayList(tokens.length);
        for (int token : tokens) {
            list.add(token);
        }
        return new String(encoding.decodeBytes(list), StandardCharsets.UTF_8);
    }
}
