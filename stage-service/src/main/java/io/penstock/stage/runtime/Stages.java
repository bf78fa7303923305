package io.penstock.stage.runtime;

import io.penstock.common.plan.LayerRange;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.stage.Stage;
import io.penstock.engine.stage.Weights;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The stages of one rank by index, in rising order. Owns them. */
public final class Stages implements AutoCloseable {

    private final Map<Integer, Stage> stages;

    private Stages(Map<Integer, Stage> stages) {
        this.stages = stages;
    }

    /** Creates a rank's stages and their weights, the last one first, so that copies find their homes. */
    public static Stages of(Rank rank, Backend backend, List<Layer> layers, Memory memory, Weights weights) {
        Stages all = new Stages(new TreeMap<>());
        try {
            all.create(rank, backend, layers, memory, weights);
            return all;
        } catch (RuntimeException | OutOfMemoryError e) {
            all.close();
            throw e;
        }
    }

    private void create(Rank rank, Backend backend, List<Layer> layers, Memory memory, Weights weights) {
        for (int index : rank.stages().reversed()) {
            LayerRange range = rank.plan().partition().get(index);
            List<Parameter> parameters = weights.of(range.from(), range.to());
            List<Layer> own = layers.subList(range.from(), range.to());
            stages.put(index, new Stage(backend, own, index == 0, memory, parameters));
        }
    }

    Stage get(int index) {
        Stage stage = stages.get(index);
        if (stage == null) {
            throw new IllegalStateException("stage %d is not among %s".formatted(index, stages.keySet()));
        }
        return stage;
    }

    Set<Integer> indices() {
        return stages.keySet();
    }

    Collection<Stage> all() {
        return stages.values();
    }

    /** All parameters that are at home here, in layer order. */
    public Stream<Parameter> parameters() {
        return all().stream().flatMap(stage -> stage.parameters().stream()).filter(Parameter::isHome);
    }

    /** A stage's parameter by name, at home or a copy. */
    Parameter parameter(int stage, String name, boolean home) {
        return get(stage).parameters().stream()
                .filter(parameter ->
                        parameter.isHome() == home && parameter.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("stage %d has no parameter %s".formatted(stage, name)));
    }

    @Override
    public void close() {
        stages.values().forEach(Stage::close);
    }
}
