package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;

/** Opens ND4J on the device of its library: the processor, or a GPU if the project was built with profile {@code cuda}. */
public final class Nd4jProvider implements BackendProvider {

    static final String NAME = "nd4j";

    /** A class that only its CUDA library has. */
    private static final String CUDA = "org/nd4j/linalg/jcublas/JCublasBackend.class";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        boolean cuda = Nd4jProvider.class.getClassLoader().getResource(CUDA) != null;
        return cuda ? 2 : 0;
    }

    @Override
    public Backend open(int device, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        System.setProperty("org.nd4j.log.initialization", "false");
        Nd4j.getMemoryManager().togglePeriodicGc(false);
        NativeOps library = NativeOpsHolder.getInstance().getDeviceNativeOps();
        library.setOmpNumThreads(threads);
        Nd4j.factory().blas().setMaxThreads(threads);
        return new Nd4jBackend(Nd4jDevice.select(library, device));
    }
}
