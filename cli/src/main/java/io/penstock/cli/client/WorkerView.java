package io.penstock.cli.client;

import org.jspecify.annotations.Nullable;

/** A worker as the registry knows it, busy or not. */
public record WorkerView(
        String worker,
        String state,
        @Nullable String host,
        @Nullable String backend,
        @Nullable String device,
        @Nullable Double gigaflops,
        @Nullable String job,
        @Nullable Integer rank) {}
