package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Fails a test in which Netty, tracking every buffer, reports a leak. Surefire starts the JVM at level paranoid. */
final class LeakDetection implements BeforeEachCallback, AfterEachCallback {

    private static final int ROUNDS = 5;

    private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
        reports.start();
        logger().addAppender(reports);
    }

    /** Leaks are found when the collector has run and another buffer is allocated. */
    @Override
    public void afterEach(ExtensionContext context) {
        for (int i = 0; i < ROUNDS; i++) {
            System.gc();
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        }
        logger().detachAppender(reports);
        assertThat(reports.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    }
}
