package io.penstock.stage.worker;

import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when its standard input ends. Whoever starts a local worker holds the other end of that pipe, so the
 * worker cannot outlive it, whatever kills it.
 */
final class StdinWatch {

    private static final Logger log = LoggerFactory.getLogger(StdinWatch.class);

    private StdinWatch() {}

    static void start() {
        Thread.ofPlatform().daemon().name("stdin-watch").start(StdinWatch::watch);
    }

    private static void watch() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            log.debug("standard input failed", e);
        }
        log.info("the process that started this worker is gone: exit");
        Runtime.getRuntime().halt(0);
    }
}
