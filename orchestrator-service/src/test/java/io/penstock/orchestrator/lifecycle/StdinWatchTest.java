package io.penstock.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StdinWatchTest {

    @Test
    void watchWhenInputEndsRunsTheEnd() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (PipedOutputStream parent = new PipedOutputStream()) {
            new StdinWatch(new PipedInputStream(parent), ended::countDown).start();
            parent.write(1);
            assertThat(ended.await(20, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
