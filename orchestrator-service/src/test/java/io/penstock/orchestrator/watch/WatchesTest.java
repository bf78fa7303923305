package io.penstock.orchestrator.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.orchestrator.job.JobEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchesTest {

    private final Watches watches = new Watches();

    @Test
    void watchWhenEventIsOfAnotherJobSeesNothing() throws Exception {
        try (Watch watch = watches.open("a")) {
            watches.happened(evaluated("b"));
            assertThat(watch.next(Duration.ofMillis(1))).isNull();
            watches.happened(evaluated("a"));
            assertThat(watch.next(Duration.ofSeconds(5))).isEqualTo(evaluated("a"));
        }
    }

    @Test
    void watchWhenTooSlowIsCutOff() {
        Watch watch = watches.open("a");
        for (int i = 0; i <= Watch.MOST_EVENTS; i++) {
            assertThat(watch.isOver()).isFalse();
            watches.happened(evaluated("a"));
        }
        assertThat(watch.isOver()).isTrue();
    }

    @Test
    void openWhenPlacesAreTakenIsRefusedUntilOneIsFree() {
        Watch first = watches.open("a");
        for (int i = 1; i < Watches.MOST; i++) {
            watches.open("a");
        }
        assertThatThrownBy(() -> watches.open("a")).isInstanceOf(TooManyWatchersException.class);
        first.close();
        watches.open("a");
    }

    @Test
    void endEndsEveryWatch() throws Exception {
        Watch watch = watches.open("a");
        watches.end();
        assertThat(watch.isOver()).isTrue();
        assertThat(watch.next(Duration.ofSeconds(60))).isNull();
    }

    private static JobEvent evaluated(String job) {
        return new JobEvent.Evaluated(job, 1, 1, 0.5, 0.5);
    }
}
