package io.penstock.orchestrator.api;

import io.penstock.common.advice.Advice;
import io.penstock.common.advice.BubbleParts;
import io.penstock.common.advice.Repair;
import io.penstock.common.advice.SlowStage;
import io.penstock.common.plan.Alternative;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Advice in plain sentences, the most important first. */
final class AdviceText {

    /** A part of the step that is not worth a word. */
    private static final double LITTLE = 0.005;

    /** Another plan that gains less is as good as this one. */
    private static final double LEAST_GAIN = 0.02;

    private AdviceText() {}

    /** @param workers names by rank */
    static List<String> of(Advice advice, List<String> workers) {
        List<String> text = new ArrayList<>();
        text.add("A step of schedule %s takes %s, of which %s is bubble; simulated with the measured costs it takes %s."
                .formatted(
                        advice.schedule(),
                        time(advice.stepSeconds()),
                        share(advice.bubble().makespan()),
                        time(advice.predictedStepSeconds())));
        text.add(parts(advice.parts()));
        SlowStage slow = advice.slow();
        if (slow != null) {
            text.add(slow(slow, workers.get(slow.rank())));
        }
        Repair repair = advice.repair();
        if (repair != null) {
            text.add("With \"layers\": %s a step would take %s with a bubble of %s."
                    .formatted(
                            repair.layers(),
                            time(repair.predictedStepSeconds()),
                            share(repair.predictedBubble().makespan())));
        }
        text.add(best(advice));
        return text;
    }

    private static String parts(BubbleParts parts) {
        Map<String, Double> named = new LinkedHashMap<>();
        named.put("filling the pipeline", parts.fill());
        named.put("draining it", parts.drain());
        named.put("uneven stages", parts.imbalance());
        named.put("transfers", parts.transfer());
        named.put("waiting for room at the receiver", parts.memory());
        named.put("jitter", parts.jitter());
        String list = named.entrySet().stream()
                .filter(part -> Math.abs(part.getValue()) >= LITTLE)
                .map(part -> "%s %s".formatted(part.getKey(), share(part.getValue())))
                .collect(Collectors.joining(", "));
        return list.isEmpty()
                ? "There is no bubble to speak of."
                : "The bubble as shares of the step: %s.".formatted(list);
    }

    private static String slow(SlowStage slow, String worker) {
        String times = number(slow.times(), 1);
        return slow.worker()
                ? "Worker %s (rank %d) is slow: its stages take %s times their share of the model."
                        .formatted(worker, slow.rank(), times)
                : "Stage %d on worker %s (rank %d) is slow: it takes %s times its share of the model. A repair supposes that its layers are, not its worker."
                        .formatted(slow.stage(), worker, slow.rank(), times);
    }

    private static String best(Advice advice) {
        Alternative first =
                advice.alternatives().isEmpty() ? null : advice.alternatives().getFirst();
        Double seconds = first == null ? null : first.stepSeconds();
        if (first == null || seconds == null || seconds > advice.predictedStepSeconds() * (1 - LEAST_GAIN)) {
            return "No other schedule, chunk or micro-batch count would be more than 2 % faster.";
        }
        return "Schedule %s with %d chunks and %d micro-batches would take %s a step, layers cut anew."
                .formatted(first.schedule(), first.chunks(), first.microBatches(), time(seconds));
    }

    private static String time(double seconds) {
        return number(seconds * 1e3, 2) + " ms";
    }

    private static String share(double share) {
        return number(share * 100, 1) + " %";
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
