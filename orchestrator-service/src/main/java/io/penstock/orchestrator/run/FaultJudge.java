package io.penstock.orchestrator.run;

import io.penstock.common.control.Failed;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.StepReport;
import io.penstock.engine.rule.FieldError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Finds out why a run broke. One dead worker makes its neighbours fail too, and their complaints may come first; so after
 * the first sign it listens a moment longer and prefers a worker that is gone, then a worker that blames itself.
 */
final class FaultJudge {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Crew crew;
    private final StepAssembler steps;

    FaultJudge(Crew crew, StepAssembler steps) {
        this.crew = crew;
        this.steps = steps;
    }

    /** The fault behind a first sign of trouble. */
    RunFault judge(RunMessage first, Inbox inbox) throws InterruptedException {
        long start = System.nanoTime();
        List<RunMessage> signs = new ArrayList<>(List.of(first));
        while (signs.stream().noneMatch(FaultJudge::isCause)) {
            Duration left = PATIENCE.minusNanos(System.nanoTime() - start);
            RunMessage next = left.isPositive() ? inbox.next(left) : null;
            if (next == null) {
                break;
            }
            signs.add(next);
            count(next);
        }
        return signs.stream()
                .filter(FaultJudge::isCause)
                .findFirst()
                .map(this::fault)
                .orElseGet(() -> fault(first));
    }

    /** What the doomed workers still report tells how far they came. */
    private void count(RunMessage message) {
        if (message instanceof RunMessage.Said(int rank, StepReport report)
                && report.job().equals(crew.job())
                && report.attempt() == crew.attempt()) {
            steps.add(rank, report);
        }
    }

    private static boolean isCause(RunMessage message) {
        return switch (message) {
            case RunMessage.Lost lost -> true;
            case RunMessage.Left left -> true;
            case RunMessage.EndAsked end -> false;
            case RunMessage.Said(int rank, Failed failed) -> failed.suspectRank() < 0;
            case RunMessage.Said said -> false;
            case RunMessage.StopAsked stop -> false;
            case RunMessage.SwitchAsked asked -> false;
        };
    }

    private RunFault fault(RunMessage message) {
        return switch (message) {
            case RunMessage.Lost(int rank, String why) -> new RunFault(gone(rank, "was lost", why));
            case RunMessage.Left(int rank, String why) -> new RunFault(gone(rank, "left", why));
            case RunMessage.Said(int rank, Failed failed) -> failed(rank, failed);
            case RunMessage.Said said -> throw new IllegalStateException("not a fault: " + said);
            case RunMessage.StopAsked stop -> throw new IllegalStateException("not a fault: " + stop);
            case RunMessage.EndAsked end -> throw new IllegalStateException("not a fault: " + end);
            case RunMessage.SwitchAsked asked -> throw new IllegalStateException("not a fault: " + asked);
        };
    }

    private String gone(int rank, String how, String why) {
        long done = steps.reported(rank);
        return done == 0 && lastAction(rank).isEmpty()
                ? "%s %s before its first step: %s".formatted(crew.name(rank), how, why)
                : "%s %s in step %d%s: %s".formatted(crew.name(rank), how, done + 1, lastAction(rank), why);
    }

    private String lastAction(int rank) {
        Heartbeat heartbeat = crew.of(rank).lastHeartbeat();
        if (heartbeat == null || heartbeat.action() == null || !Objects.equals(heartbeat.job(), crew.job())) {
            return "";
        }
        return ", last seen at action %s of step %d".formatted(heartbeat.action(), heartbeat.step() + 1);
    }

    private RunFault failed(int rank, Failed failed) {
        String where = failed.step() < 0 ? "before its first step" : "in step " + (failed.step() + 1);
        String action = failed.action() == null ? "" : " at action " + failed.action();
        List<FieldError> errors =
                failed.pointer() == null ? List.of() : List.of(new FieldError(failed.pointer(), failed.reason()));
        return new RunFault("%s failed %s%s: %s".formatted(crew.name(rank), where, action, failed.reason()), errors);
    }
}
