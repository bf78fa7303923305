package io.penstock.cli.client;

import io.penstock.common.plan.Alternative;
import io.penstock.common.simulate.Bubble;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job's bubble is made of and what would make its steps shorter.
 *
 * @param stepSeconds measured
 * @param parts shares of the step by cause; their sum is the measured makespan bubble
 * @param alternatives other schedules, chunks and micro-batches with the measured costs, fastest first, refused ones last
 * @param text the same in words, a sentence a line
 */
public record AdviceView(
        String schedule,
        double stepSeconds,
        @Nullable Double predictedStepSeconds,
        @Nullable Bubble bubble,
        Map<String, Double> parts,
        @Nullable Slow slow,
        @Nullable Repair repair,
        List<Alternative> alternatives,
        List<String> text) {

    public AdviceView {
        parts = parts == null ? Map.of() : parts;
        alternatives = alternatives == null ? List.of() : List.copyOf(alternatives);
        text = text == null ? List.of() : List.copyOf(text);
    }

    /**
     * A stage that takes longer than its share of the model should.
     *
     * @param times how many times longer
     */
    public record Slow(int stage, int rank, @Nullable String worker, double times) {}

    /**
     * A better partition.
     *
     * @param layers how many each stage gets
     */
    public record Repair(
            List<Integer> layers,
            @Nullable Bubble predictedBubble,
            @Nullable Double predictedStepSeconds) {}
}
