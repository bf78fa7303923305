package io.penstock.engine.stage;

import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.ParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A parameter that two layers share.
 *
 * @param name of the parameter
 * @param copyStage the stage that has a copy
 * @param homeStage the stage where it is at home
 */
public record Tie(String name, int copyStage, int homeStage) {

    /**
     * The ties of a model, in layer order.
     *
     * @param ends the layer after the last of each stage
     */
    public static List<Tie> of(List<Layer> layers, List<Integer> ends) {
        Map<String, Integer> homes = Weights.homes(layers);
        List<Tie> ties = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            for (ParameterSpec parameter : layers.get(i).parameters()) {
                int home = homes.getOrDefault(parameter.name(), i);
                if (home != i) {
                    ties.add(new Tie(parameter.name(), stageOf(i, ends), stageOf(home, ends)));
                }
            }
        }
        return ties;
    }

    private static int stageOf(int layer, List<Integer> ends) {
        int stage = 0;
        while (ends.get(stage) <= layer) {
            stage++;
        }
        return stage;
    }
}
