package io.penstock.backend.cpu;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendContract;

class CpuThreadsTest extends BackendContract {

    @Override
    protected Backend open() {
        return new CpuProvider().open(0, 3);
    }
}
