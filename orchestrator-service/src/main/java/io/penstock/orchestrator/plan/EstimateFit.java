package io.penstock.orchestrator.plan;

import io.penstock.common.advice.Profile;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerProfile;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Corrects a worker's rate by what its stages were measured to cost. The rate that workers measure at their start can be
 * far off on a busy machine, and it decides how much calls count beside operations. Chosen is the rate with which the
 * ratios of measured to estimated costs differ least, by sum of distances to their median in logarithms, so that one slow
 * stage has no say; a change of the rate has its price too, so that it is not made to explain a slow stage away.
 */
record EstimateFit(Plan plan, Profile profile) {

    /** What a change of the rate by a factor of e must gain. */
    private static final double PRICE = 0.5;

    private static final double STEP = 0.25;
    private static final int REACH = 32;

    LayerEstimate of(LayerEstimate estimate) {
        return IntStream.rangeClosed(-REACH, REACH)
                .mapToObj(step -> step * STEP)
                .min(Comparator.comparingDouble(change -> cost(scaled(estimate, change)) + PRICE * Math.abs(change)))
                .map(change -> scaled(estimate, change))
                .orElseThrow();
    }

    private static LayerEstimate scaled(LayerEstimate estimate, double change) {
        return new LayerEstimate(estimate.job(), estimate.gigaflops() * Math.exp(change));
    }

    private double cost(LayerEstimate estimate) {
        List<LayerProfile> layers = estimate.layers(plan.table().microBatches());
        double[] ratios = Stream.<ToDoubleFunction<StageCosts>>of(
                        StageCosts::forward, StageCosts::backwardInput, StageCosts::backwardWeight)
                .flatMapToDouble(part -> ratios(layers, part))
                .sorted()
                .toArray();
        if (ratios.length == 0) {
            return 0;
        }
        double median = ratios[ratios.length / 2];
        return DoubleStream.of(ratios).map(ratio -> Math.abs(ratio - median)).sum();
    }

    /** Logarithms of one kind of action, by stage. */
    private DoubleStream ratios(List<LayerProfile> layers, ToDoubleFunction<StageCosts> part) {
        return IntStream.range(0, plan.partition().size())
                .mapToDouble(stage -> {
                    LayerRange range = plan.partition().get(stage);
                    double expected = layers.subList(range.from(), range.to()).stream()
                            .mapToDouble(layer -> part.applyAsDouble(layer.times()))
                            .sum();
                    return Math.log(part.applyAsDouble(profile.costs().get(stage)) / expected);
                })
                .filter(Double::isFinite);
    }
}
