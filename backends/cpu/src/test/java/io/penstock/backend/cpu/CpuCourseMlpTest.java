package io.penstock.backend.cpu;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.CourseMlpContract;

class CpuCourseMlpTest extends CourseMlpContract {

    @Override
    protected Backend open() {
        return new CpuProvider().open(0, 1);
    }
}
