package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CreditsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final Credits credits = new Credits(Map.of(TensorKind.FORWARD, 2));

    @Test
    void takeWhenNoneIsLeftThrows() {
        credits.take(TensorKind.FORWARD);
        credits.take(TensorKind.FORWARD);
        assertThatIllegalStateException()
                .isThrownBy(() -> credits.take(TensorKind.FORWARD))
                .withMessage("no FORWARD credit is left of 2: await one before each send");
        assertThatIllegalStateException().isThrownBy(() -> credits.take(TensorKind.BACKWARD));
    }

    @Test
    void awaitWhenNoneComesEndsWithTheTime() throws InterruptedException {
        assertThat(credits.await(TensorKind.FORWARD, Duration.ZERO)).isTrue();
        assertThat(credits.await(TensorKind.BACKWARD, Duration.ofMillis(5))).isFalse();
    }

    @Test
    void awaitWhenOneComesBackWakes() throws Exception {
        credits.take(TensorKind.FORWARD);
        credits.take(TensorKind.FORWARD);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(this::await);
        credits.giveBack(TensorKind.FORWARD, 1);
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void awaitWhenClosedWakes() throws Exception {
        credits.take(TensorKind.FORWARD);
        credits.take(TensorKind.FORWARD);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(this::await);
        credits.close();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void giveBackWhenMoreThanGrantedRefuses() {
        credits.take(TensorKind.FORWARD);
        assertThatThrownBy(() -> credits.giveBack(TensorKind.FORWARD, 2))
                .isInstanceOf(RefusedException.class)
                .hasMessage("2 FORWARD credits came back, then 3 of 2 would be left");
        assertThatThrownBy(() -> credits.giveBack(TensorKind.FORWARD, Integer.MAX_VALUE))
                .isInstanceOf(RefusedException.class);
    }

    private boolean await() {
        try {
            return credits.await(TensorKind.FORWARD, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
