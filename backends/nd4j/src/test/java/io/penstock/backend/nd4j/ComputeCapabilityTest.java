package io.penstock.backend.nd4j;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputeCapabilityTest {

    @ParameterizedTest
    @CsvSource({"3,7", "7,5", "8,0", "8,6", "8,9"})
    void checkWhenLibraryHasCodePasses(int major, int minor) {
        assertThatNoException().isThrownBy(() -> new ComputeCapability(major, minor).check("A100"));
    }

    @ParameterizedTest
    @CsvSource({"3,5", "9,0", "10,0", "12,0"})
    void checkWhenLibraryHasNoCodeRefuses(int major, int minor) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> new ComputeCapability(major, minor).check("H200"))
                .withMessageStartingWith("H200 has compute capability %d.%d, but".formatted(major, minor))
                .withMessageContaining("not on H100, H200 or B200");
    }
}
