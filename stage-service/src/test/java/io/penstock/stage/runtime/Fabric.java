package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;

/** The network of all ranks of one {@link PipelineRun}. */
interface Fabric extends AutoCloseable {

    /** The network of one rank; called on that rank's thread. */
    Network of(int rank, Backend backend);

    /** Ends the run on all ranks. */
    void fail(RunException cause);

    @Override
    void close();
}
