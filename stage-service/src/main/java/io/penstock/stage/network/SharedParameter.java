package io.penstock.stage.network;

import io.penstock.engine.layer.Layer;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.tensor.Shape;
import io.penstock.stage.runtime.Rank;
import java.util.List;

/**
 * A parameter whose frames go between two stages.
 *
 * @param frameBytes of the largest of them
 */
public record SharedParameter(Tie tie, long frameBytes) {

    /** @param rows most rows that a micro-batch adds to it */
    static SharedParameter of(Tie tie, List<Layer> layers, long rows) {
        Shape shape = layers.stream()
                .flatMap(layer -> layer.parameters().stream())
                .filter(parameter -> parameter.name().equals(tie.name()))
                .findFirst()
                .orElseThrow()
                .shape();
        return new SharedParameter(tie, Float.BYTES * Math.max(shape.size(), rows * shape.columns()));
    }

    /** True if its frames go between these ranks. */
    boolean joins(int fromRank, Rank to) {
        int copy = to.map().rankOf(tie.copyStage());
        int home = to.map().rankOf(tie.homeStage());
        boolean towardsHome = fromRank == copy && to.rank() == home;
        boolean towardsCopy = fromRank == home && to.rank() == copy;
        return copy != home && (towardsHome || towardsCopy);
    }
}
