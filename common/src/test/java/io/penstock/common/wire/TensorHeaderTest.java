package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TensorHeaderTest {

    @Test
    void payloadBytesWhenShapeIsGivenMultiplies() {
        assertThat(of(ElementType.F32, 3, 5).payloadBytes()).isEqualTo(60);
        assertThat(of(ElementType.F64).payloadBytes()).isEqualTo(8);
        assertThat(of(ElementType.I32, 7, 0).payloadBytes()).isZero();
    }

    @Test
    void newWhenBytesOverflowRefuses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(ElementType.F64, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE))
                .withMessageContaining("a frame carries at most 2147483647");
    }

    @Test
    void newWhenDimensionsAreTooManyRefuses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(ElementType.F32, 1, 1, 1, 1, 1, 1, 1, 1, 1))
                .withMessage("a tensor has 9 dimensions, at most 8 can be sent");
    }

    @Test
    void newWhenDimensionIsNegativeRefuses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(ElementType.F32, 2, -1))
                .withMessage("shape [2, -1] has the negative dimension -1");
    }

    private static TensorHeader of(ElementType type, Integer... dims) {
        return new TensorHeader(1, 0, TensorKind.FORWARD, 0, 0, 0, 0, type, List.of(dims));
    }
}
