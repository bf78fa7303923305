package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.CourseMlpContract;

class Nd4jCourseMlpTest extends CourseMlpContract {

    @Override
    protected Backend open() {
        return new Nd4jProvider().open(0, 1);
    }
}
