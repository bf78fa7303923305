package io.penstock.backend.nd4j;

/** Version of a GPU's instruction set, which decides whether ND4J's CUDA library has code for it. */
record ComputeCapability(int major, int minor) {

    private static final ComputeCapability OLDEST = new ComputeCapability(3, 7);
    private static final ComputeCapability NEWEST = new ComputeCapability(8, 9);

    /**
     * Refuses GPUs that the library cannot serve.
     *
     * @throws UnsupportedOperationException with the reason and the fix
     */
    void check(String gpu) {
        if (number() < OLDEST.number() || number() > NEWEST.number()) {
            throw new UnsupportedOperationException("""
                    %s has compute capability %d.%d, but the CUDA library of ND4J 1.0.0-M2.1 holds machine code for sm_37 to \
                    sm_86 and no PTX: it runs on A100, A10 and RTX 30-40 class GPUs and not on H100, H200 or B200. \
                    Use such a GPU, or build without the profile cuda to train on the processor.""".formatted(gpu, major, minor));
        }
    }

    private int number() {
        return 10 * major + minor;
    }
}
