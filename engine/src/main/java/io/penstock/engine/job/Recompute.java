package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.penstock.engine.rule.Rules;
import java.util.Map;

/**
 * Which activations are computed again before their backward instead of being kept.
 *
 * @param everyLayers 0 for none; n to keep only the input of every n-th layer of a stage, 1 for that of each
 */
public record Recompute(int everyLayers) {

    /** The most layers that one kept input may stand for. */
    private static final int MAX_LAYERS = 1 << 16;

    static final String NONE = "none";
    static final String FULL = "full";

    public Recompute {
        new Rules().between("everyLayers", everyLayers, 0, MAX_LAYERS).check();
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Recompute of(String word) {
        new Rules()
                .require(
                        word.equals(NONE) || word.equals(FULL),
                        "",
                        "recompute is \"%s\": use \"none\", \"full\" or {\"everyLayers\": n}".formatted(word))
                .check();
        return new Recompute(word.equals(FULL) ? 1 : 0);
    }

    @JsonValue
    Object json() {
        return switch (everyLayers) {
            case 0 -> NONE;
            case 1 -> FULL;
            default -> Map.of("everyLayers", everyLayers);
        };
    }
}
