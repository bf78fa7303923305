package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.stage.Rounding;

/** Everything that one rank works with during a run. It owns nothing. */
public record Workspace(
        Rank rank, Recipe recipe, Backend backend, Stages stages, Network network, Feed feed, ActivityLog activity) {

    Rounding rounding() {
        return new Rounding(backend, recipe.memory().storage());
    }

    FlowLink link(TensorKind values, TensorKind segments) {
        return new FlowLink(network, rounding(), recipe.segmented(), values, segments);
    }
}
