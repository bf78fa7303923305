package io.penstock.orchestrator.setting;

import io.penstock.orchestrator.setting.PenstockProperties.Control;
import java.security.SecureRandom;
import java.util.HexFormat;

/** What a worker must say to be let in: the configured secret or, on loopback only, a random one. */
public record ControlSecret(String value) {

    static ControlSecret of(Control control) {
        if (control.secret() != null && !control.secret().isBlank()) {
            return new ControlSecret(control.secret());
        }
        if (!control.address().isLoopbackAddress()) {
            throw new ExposedWithoutSecretException(
                    "penstock.control.address", control.address().getHostAddress(), "penstock.control.secret");
        }
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return new ControlSecret(HexFormat.of().formatHex(random));
    }

    /** Keeps the value out of logs. */
    @Override
    public String toString() {
        return "ControlSecret[***]";
    }
}
