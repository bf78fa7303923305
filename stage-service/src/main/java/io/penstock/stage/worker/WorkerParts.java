package io.penstock.stage.worker;

import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.DataRoot;

/** What a worker process has for all its jobs, one after the other. */
record WorkerParts(Backend backend, DataRoot dataRoot, WireTransport transport, String secret, long maxFrameBytes) {}
