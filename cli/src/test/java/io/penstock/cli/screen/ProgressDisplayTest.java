package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.client.Evaluation;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.Json;
import io.penstock.cli.client.StepRow;
import io.penstock.cli.client.Work;
import io.penstock.common.simulate.Bubble;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {

    private static final long MILLISECOND = 1_000_000;

    private final StringWriter text = new StringWriter();
    private final AtomicLong clock = new AtomicLong(1);

    @Test
    void onStepWhenEverythingIsKnownShowsItAll() {
        ProgressDisplay display = display(false);
        display.onState(job("RUNNING", null, 100));
        display.onStep(row(1));
        display.onEvaluation(new Evaluation(0.4, 0.9712));
        clock.addAndGet(2000 * MILLISECOND);
        display.onStep(row(21));

        assertThat(text.toString().lines())
                .containsExactly(
                        "RUNNING",
                        "step 1/100  loss 0.4321  3,512 samples/s  bubble 31.2% (plan 27.3%)",
                        "step 21/100  loss 0.4321  accuracy 97.1%  3,512 samples/s  bubble 31.2% (plan 27.3%)  0:08 left");
    }

    @Test
    void onWorkWhenAnotherWorkBeginsShowsItAtOnce() {
        ProgressDisplay display = display(false);
        display.onWork(new Work("tokenising a.txt, bytes", 900_000, 1_000_000));
        display.onWork(new Work("tokenising a.txt, bytes", 950_000, 1_000_000));
        display.onWork(new Work("loading b, bytes", 1, 4));
        display.onStep(row(1));

        assertThat(text.toString().lines().map(line -> line.replaceAll(" {2}.*", "")))
                .containsExactly(
                        "tokenising a.txt, bytes 900,000 of 1,000,000 (90.0%)",
                        "loading b, bytes 1 of 4 (25.0%)", "step 1");
    }

    @Test
    void onStepWhenNumbersAreMissingShowsDashes() {
        display(false).onStep(new StepRow(3, null, null, false, null, null));

        assertThat(text.toString().lines()).containsExactly("step 3  loss -  - samples/s  bubble - (plan -)");
    }

    @Test
    void onStepWhenSkippedSaysSo() {
        display(false).onStep(new StepRow(3, 0.1, 10.0, true, null, null));

        assertThat(text.toString()).startsWith("step 3  skipped  10 samples/s");
    }

    @Test
    void onStepWhenPlainPrintsAtMostOncePerSecondAndTenth() {
        ProgressDisplay display = display(false);
        display.onState(job("RUNNING", null, 1000));
        for (int step = 1; step <= 1000; step++) {
            display.onStep(row(step));
            clock.addAndGet(5 * MILLISECOND);
        }

        assertThat(text.toString().lines().map(line -> line.replaceAll(" {2}.*", "")))
                .containsExactly(
                        "RUNNING",
                        "step 1/1000",
                        "step 201/1000",
                        "step 401/1000",
                        "step 601/1000",
                        "step 801/1000",
                        "step 1000/1000");
    }

    @Test
    void onStepWhenPlainAndSlowPrintsEveryTenSeconds() {
        ProgressDisplay display = display(false);
        display.onState(job("RUNNING", null, 1_000_000));
        for (int second = 1; second <= 25; second++) {
            display.onStep(row(second));
            clock.addAndGet(1000 * MILLISECOND);
        }

        assertThat(text.toString().lines().map(line -> line.replaceAll(" {2}.*", "")))
                .containsExactly("RUNNING", "step 1/1000000", "step 11/1000000", "step 21/1000000");
    }

    @Test
    void onStepWhenPaceChangesEstimatesFromTheNewestSeconds() {
        ProgressDisplay display = display(false);
        display.onState(job("RUNNING", null, 20));
        for (int step = 1; step <= 20; step++) {
            display.onStep(row(step));
            clock.addAndGet((step < 5 ? 10_000 : 1000) * MILLISECOND);
        }

        assertThat(text.toString().lines().filter(line -> line.startsWith("step 16/")))
                .singleElement()
                .asString()
                .endsWith("0:04 left");
    }

    @Test
    void onStepWhenOnTerminalRedrawsInPlace() {
        ProgressDisplay display = display(true);
        display.onStep(row(1));
        clock.addAndGet(50 * MILLISECOND);
        display.onStep(row(2));
        clock.addAndGet(60 * MILLISECOND);
        display.onStep(row(3));
        display.finish();

        assertThat(text.toString())
                .startsWith("\r\u001b[?7lstep 1  loss")
                .doesNotContain("step 2 ")
                .contains("(plan 27.3%)\u001b[K\u001b[?7h\r\u001b[?7lstep 3  loss")
                .endsWith(System.lineSeparator());
    }

    @Test
    void onStateWhenReasonChangesPrintsEachOnce() {
        ProgressDisplay display = display(false);
        display.onState(job("PENDING", "needs 4 workers, 1 is there", 10));
        display.onState(job("PENDING", "needs 4 workers, 1 is there", 10));
        display.onState(job("PENDING", "needs 4 workers, 2 are there", 10));
        display.onState(job("SUCCEEDED", null, 10));

        assertThat(text.toString().lines())
                .containsExactly("PENDING: needs 4 workers, 1 is there", "PENDING: needs 4 workers, 2 are there");
    }

    @Test
    void firstStepNanosWhenSecondStepCameKeepsTheFirst() {
        ProgressDisplay display = display(false);
        assertThat(display.firstStepNanos()).isNull();
        clock.set(77);
        display.onStep(row(1));
        clock.set(99);
        display.onStep(row(2));

        assertThat(display.firstStepNanos()).isEqualTo(77L);
    }

    private ProgressDisplay display(boolean terminal) {
        return new ProgressDisplay(new PrintWriter(text), terminal, clock::get);
    }

    private static StepRow row(long step) {
        return new StepRow(step, 0.43214, 3511.6, false, new Bubble(0.312, 0.3), new Bubble(0.2727, 0.25));
    }

    private static JobView job(String state, String reason, int steps) {
        String json = """
                {"id": "j1", "state": "%s", "reason": %s, "progress": {"step": 0, "steps": %d}}""";
        String quoted = reason == null ? "null" : '"' + reason + '"';
        return Json.MAPPER.readValue(json.formatted(state, quoted, steps), JobView.class);
    }
}
