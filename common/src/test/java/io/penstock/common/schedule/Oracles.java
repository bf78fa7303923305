package io.penstock.common.schedule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Tables written by PyTorch's pipelining package, kept as test resources. */
public final class Oracles {

    private Oracles() {}

    public static ScheduleTable table(String name) {
        return ScheduleText.parse(read(name), Dialect.PYTORCH);
    }

    public static String read(String name) {
        try (InputStream file = Objects.requireNonNull(Oracles.class.getResourceAsStream("/oracles/" + name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
