package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.advice.Advice;
import io.penstock.common.advice.BubbleParts;
import io.penstock.common.advice.Repair;
import io.penstock.common.advice.SlowStage;
import io.penstock.common.plan.Alternative;
import io.penstock.common.simulate.Bubble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job's bubble is made of and what would make its steps shorter.
 *
 * @param stepSeconds measured mean, from the first start of a compute action to the last end
 * @param parts shares of the step; they add up to the makespan bubble
 * @param alternatives with the measured costs, fastest first, refused ones last
 * @param text the same in sentences
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdviceView(
        String schedule,
        double stepSeconds,
        double predictedStepSeconds,
        Bubble bubble,
        BubbleParts parts,
        @Nullable Slow slow,
        @Nullable Repair repair,
        List<Alternative> alternatives,
        List<String> text) {

    /**
     * A stage that takes longer than its share of the model.
     *
     * @param times how many times longer
     */
    public record Slow(int stage, int rank, String worker, double times) {

        static Slow of(SlowStage slow, List<String> workers) {
            return new Slow(slow.stage(), slow.rank(), workers.get(slow.rank()), slow.times());
        }
    }

    /** @param workers names by rank */
    static AdviceView of(Advice advice, List<String> workers) {
        return new AdviceView(
                advice.schedule(),
                advice.stepSeconds(),
                advice.predictedStepSeconds(),
                advice.bubble(),
                advice.parts(),
                advice.slow() == null ? null : Slow.of(advice.slow(), workers),
                advice.repair(),
                advice.alternatives(),
                AdviceText.of(advice, workers));
    }
}
