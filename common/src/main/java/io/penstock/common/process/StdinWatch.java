package io.penstock.common.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Notices when the parent process closes our standard input, which the operating system does when the parent dies. So no
 * process outlives the one that started it, whatever kills that.
 */
public final class StdinWatch {

    private final InputStream input;
    private final Runnable onEnd;

    /** @param onEnd called once, on a thread of its own */
    public StdinWatch(InputStream input, Runnable onEnd) {
        this.input = input;
        this.onEnd = onEnd;
    }

    public void start() {
        Thread.ofPlatform().daemon().name("stdin-watch").start(this::watch);
    }

    private void watch() {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe is closed as well.
        }
        onEnd.run();
    }
}
