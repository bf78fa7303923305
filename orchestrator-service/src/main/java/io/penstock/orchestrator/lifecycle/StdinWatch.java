package io.penstock.orchestrator.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Notices when the parent process closes our standard input, which the operating system does when the parent dies. */
final class StdinWatch {

    private final InputStream input;
    private final Runnable onEnd;

    StdinWatch(InputStream input, Runnable onEnd) {
        this.input = input;
        this.onEnd = onEnd;
    }

    void start() {
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
