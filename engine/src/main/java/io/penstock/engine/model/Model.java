package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.common.simulate.StageCosts;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import java.util.List;

/** A model's specification, which knows its layers. The record of each kind is parsed by the job reader. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(name = "mlp", value = Mlp.class))
public interface Model {

    /** All layers, first to last; the planner cuts this list into stages. */
    List<Layer> layers();

    /** Values in one input sample. */
    int inputSize();

    /** Values in one output sample: classes for cross entropy, targets for squared error. */
    int outputSize();

    /**
     * What each layer costs the planner, in seconds for one micro-batch.
     *
     * @param samples of the micro-batch
     * @param flopsPerSecond the worker's measured rate
     */
    default List<StageCosts> layerCosts(int samples, double flopsPerSecond) {
        double factor = samples / flopsPerSecond;
        return layers().stream()
                .map(Layer::cost)
                .map(cost -> seconds(cost, factor))
                .toList();
    }

    private static StageCosts seconds(LayerCost cost, double factor) {
        return new StageCosts(
                cost.forwardFlops() * factor, cost.backwardInputFlops() * factor, cost.backwardWeightFlops() * factor);
    }
}
