package io.penstock.backend.cpu;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;

/** Opens the processor, on Linux and macOS. */
public final class CpuProvider implements BackendProvider {

    static final String NAME = "cpu";

    private static final String VECTORS = "jdk.incubator.vector";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 1;
    }

    @Override
    public Backend open(int device, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (ModuleLayer.boot().findModule(VECTORS).isEmpty()) {
            throw new UnsupportedOperationException(
                    "the cpu backend needs the module %1$s: start Java with --add-modules=%1$s".formatted(VECTORS));
        }
        return new CpuBackend(threads);
    }
}
