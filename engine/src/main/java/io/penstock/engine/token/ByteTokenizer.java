package io.penstock.engine.token;

import java.nio.charset.StandardCharsets;

/** One token for each byte of UTF-8: 256 of them, no file needed, any text fits. */
public record ByteTokenizer() implements Tokenizer {

    @Override
    public int vocabulary() {
        return 1 << Byte.SIZE;
    }

    @Override
    public int[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] tokens = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            tokens[i] = Byte.toUnsignedInt(bytes[i]);
        }
        return tokens;
    }

    @Override
    public String decode(int[] tokens) {
        byte[] bytes = new byte[tokens.length];
        for (int i = 0; i < tokens.length; i++) {
            bytes[i] = (byte) tokens[i];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
