package io.penstock.orchestrator.api;

import io.penstock.engine.job.JobReader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The bytes of a request, counted while they come in, whatever the client said about their number. */
final class Body {

    static final int MAX_BYTES = JobReader.MAX_BYTES;

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @throws BodyTooLargeException as soon as one byte too many has come */
    static Body of(HttpServletRequest request) throws IOException {
        if (request.getContentLengthLong() > MAX_BYTES) {
            throw new BodyTooLargeException(request.getContentLengthLong());
        }
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new BodyTooLargeException(bytes.length);
        }
        return new Body(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    /** SHA-256 in hex digits. */
    String hash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
