package io.penstock.stage.runtime;

import io.penstock.engine.layer.Parameter;
import io.penstock.engine.stage.Stage;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The stages of one rank by index, in rising order. Owns them. */
public final class Stages implements AutoCloseable {

    private final Map<Integer, Stage> stages;

    public Stages(Map<Integer, Stage> stages) {
        this.stages = new TreeMap<>(stages);
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

    /** All parameters in layer order. */
    public Stream<Parameter> parameters() {
        return stages.values().stream().flatMap(stage -> stage.parameters().stream());
    }

    @Override
    public void close() {
        stages.values().forEach(Stage::close);
    }
}
