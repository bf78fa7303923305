package io.penstock.common.plan;

import io.penstock.common.cost.PipelineCosts;
import java.util.List;

/**
 * A model cut into the stages of one stage map.
 *
 * @param partition the layers of each stage; empty if the stages were given as they are
 * @param costs of one micro-batch, by stage
 * @param memory what each rank has left for activations, in the unit of the sizes; infinite without a limit
 */
record Cut(List<LayerRange> partition, PipelineCosts costs, List<Double> memory) {}
