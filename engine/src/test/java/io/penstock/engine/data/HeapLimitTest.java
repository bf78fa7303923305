package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;

class HeapLimitTest {

    private static final long HALF = Runtime.getRuntime().maxMemory() / 2;

    @Test
    void checkWhenHalfOfTheHeapIsEnoughAllows() {
        assertThatNoException().isThrownBy(() -> HeapLimit.check("/data/path", "a.csv", HALF));
    }

    @Test
    void checkWhenMoreIsNeededNamesBothNumbers() {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> HeapLimit.check("/data/path", "a.csv", HALF + 1))
                .withMessageStartingWith("a.csv needs %d bytes of memory but may take %d", HALF + 1, HALF);
    }
}
