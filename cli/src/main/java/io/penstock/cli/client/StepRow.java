package io.penstock.cli.client;

import io.penstock.common.simulate.Bubble;
import org.jspecify.annotations.Nullable;

/** What one finished training step measured. */
public record StepRow(
        long step,
        @Nullable Double loss,
        @Nullable Double samplesPerSecond,
        boolean skipped,
        @Nullable Bubble bubble,
        @Nullable Bubble predictedBubble) {}
