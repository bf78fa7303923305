package io.penstock.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedProgressTest {

    private final List<Long> heard = new ArrayList<>();

    @Test
    void reportWhenWorkIsShortIsNotPassedOn() {
        var progress = new PacedProgress(Duration.ofDays(1), (what, done, total) -> heard.add(done));
        for (long done = 1; done <= 10; done++) {
            progress.report("work", done, 10);
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void reportWhenThePauseIsOverIsPassedOnWithTheEnd() {
        var progress = new PacedProgress(Duration.ZERO, (what, done, total) -> heard.add(done));
        progress.report("work", 1, 3);
        progress.report("work", 2, 3);
        progress.report("work", 3, 3);
        assertThat(heard).containsExactly(1L, 2L, 3L);
    }
}
