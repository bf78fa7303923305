package io.penstock.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StdinWatchTest {

    private final CountDownLatch ended = new CountDownLatch(1);

    @Test
    void watchWhenTheInputIsClosedSaysSo() throws Exception {
        PipedOutputStream parent = new PipedOutputStream();
        new StdinWatch(new PipedInputStream(parent), ended::countDown).start();
        parent.write(1);
        parent.flush();
        assertThat(ended.await(50, TimeUnit.MILLISECONDS)).isFalse();

        parent.close();

        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void watchWhenTheInputBreaksSaysSo() throws Exception {
        PipedInputStream broken = new PipedInputStream() {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("broken pipe");
            }
        };
        new StdinWatch(broken, ended::countDown).start();

        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
    }
}
