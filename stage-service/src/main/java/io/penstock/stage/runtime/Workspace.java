package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;

/** Everything that one rank works with during a run. It owns nothing. */
public record Workspace(
        Rank rank, Recipe recipe, Backend backend, Stages stages, Network network, Feed feed, ActivityLog activity) {}
