package io.penstock.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void pauseWhenTriesFailDoublesUpToTheLimitAndStartsAnewAfterOneThatWentWell() {
        Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(3));

        for (long expected : List.of(500, 1000, 2000, 3000, 3000)) {
            assertThat(backoff.pause().toMillis()).isBetween(expected * 3 / 4, expected * 5 / 4);
        }
        backoff.reset();

        assertThat(backoff.pause()).isLessThan(Duration.ofMillis(626));
    }
}
