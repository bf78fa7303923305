package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendContract;

class Nd4jBackendTest extends BackendContract {

    @Override
    protected Backend open() {
        return new Nd4jProvider().open(0, 1);
    }
}
