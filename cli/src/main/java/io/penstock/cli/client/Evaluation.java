package io.penstock.cli.client;

import org.jspecify.annotations.Nullable;

/** What a pass over the held-out samples measured. */
public record Evaluation(@Nullable Double loss, @Nullable Double accuracy) {}
