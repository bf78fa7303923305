package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MicroBatchesTest {

    @Test
    void sliceWhenUnevenPutsLargerOnesFirst() {
        assertThat(MicroBatches.slice(8, 3)).containsExactly(3, 3, 2);
        assertThat(MicroBatches.slice(8, 4)).containsExactly(2, 2, 2, 2);
        assertThat(MicroBatches.slice(2, 4)).containsExactly(1, 1, 0, 0);
        assertThat(MicroBatches.slice(0, 2)).containsExactly(0, 0);
    }

    @Test
    void sliceWhenAnySizeCoversAllSamplesAsEvenlyAsCanBe() {
        for (int samples = 0; samples < 70; samples++) {
            for (int slices = 1; slices < 20; slices++) {
                int[] sizes = MicroBatches.slice(samples, slices);

                assertThat(Arrays.stream(sizes).sum()).isEqualTo(samples);
                assertThat(sizes[0] - sizes[slices - 1]).isBetween(0, 1);
            }
        }
    }

    @Test
    void sliceWhenThereIsNoSliceRefuses() {
        assertThatIllegalArgumentException().isThrownBy(() -> MicroBatches.slice(8, 0));
    }
}
