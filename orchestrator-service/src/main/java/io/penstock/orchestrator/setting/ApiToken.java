package io.penstock.orchestrator.setting;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The bearer token of REST clients; without one everybody on this host may call, and nobody else can. */
public record ApiToken(@Nullable String value) {

    static ApiToken of(@Nullable String token, String serverAddress) {
        boolean absent = token == null || token.isBlank();
        if (absent && !isLoopback(serverAddress)) {
            throw new ExposedWithoutSecretException("server.address", serverAddress, "penstock.api-token");
        }
        return new ApiToken(absent ? null : token);
    }

    /** True if a request with this Authorization header may pass. */
    public boolean admits(@Nullable String authorization) {
        if (value == null) {
            return true;
        }
        return authorization != null && MessageDigest.isEqual(bytes("Bearer " + value), bytes(authorization));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isLoopback(String address) {
        try {
            return !address.isBlank() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Keeps the value out of logs. */
    @Override
    public String toString() {
        return "ApiToken[***]";
    }
}
