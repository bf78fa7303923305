package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.ReferenceBackend;

class ReferenceCourseMlpTest extends CourseMlpContract {

    @Override
    protected Backend open() {
        return new ReferenceBackend();
    }
}
