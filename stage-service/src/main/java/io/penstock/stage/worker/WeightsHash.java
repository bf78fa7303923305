package io.penstock.stage.worker;

import io.penstock.engine.backend.Backend;
import io.penstock.stage.runtime.Stages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over names and bits of weights in layer order: equal for equal weights, whichever worker holds them. */
final class WeightsHash {

    private WeightsHash() {}

    static String of(Backend backend, Stages stages) {
        MessageDigest digest = sha256();
        stages.parameters().forEach(parameter -> {
            digest.update(parameter.name().getBytes(StandardCharsets.UTF_8));
            digest.update(backend.hostRead(parameter.value()).asByteBuffer());
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
