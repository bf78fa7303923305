package io.penstock.stage.worker;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds the compute backend that was asked for among those on the class path. */
final class BackendLoader {

    private BackendLoader() {}

    /** @param wanted its name, or null for the one that fits best */
    static Backend open(@Nullable String wanted, int device, int threads) {
        List<BackendProvider> providers = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return providers.stream()
                .filter(provider -> wanted == null || provider.name().equals(wanted))
                .max(Comparator.comparingInt(BackendProvider::preference))
                .orElseThrow(() -> new IllegalArgumentException(
                        "penstock.worker.backend is %s but there is only %s: set one of them"
                                .formatted(
                                        wanted,
                                        providers.stream()
                                                .map(BackendProvider::name)
                                                .toList())))
                .open(device, threads);
    }
}
