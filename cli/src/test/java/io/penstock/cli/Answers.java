package io.penstock.cli;

/** JSON as the orchestrator writes it. */
public final class Answers {

    public static final String STARTING =
            "{\"id\": \"j1\", \"state\": \"STARTING\", \"skippedSteps\": 0, \"workers\": []}";

    public static final String RUNNING = """
            {"id": "j1", "name": "digits", "state": "RUNNING", "skippedSteps": 0, "workers": [], "novelty": {"a": 1},
             "progress": {"step": 0, "steps": 4, "epoch": 0, "epochs": 2, "remainingSeconds": 65}}""";

    public static final String SUCCEEDED = """
            {"id": "j1", "name": "digits", "state": "SUCCEEDED", "skippedSteps": 1, "loss": 0.25,
             "progress": {"step": 4, "steps": 4, "epoch": 2, "epochs": 2},
             "validationLoss": 0.3, "validationAccuracy": 0.97, "samplesPerSecond": 1234.5,
             "bubble": {"makespan": 0.31, "span": 0.28}, "predictedBubble": {"makespan": 0.27, "span": 0.25},
             "workers": [{"worker": "w1", "rank": 0, "device": "cpu", "backend": "nd4j", "stages": [0], "layers": ["fc0"],
               "state": "DONE", "busySeconds": {"forward": 0.001, "backward": 0.002}, "idleSeconds": {"fill": 0.001}}],
             "spec": {"name": "digits"}}""";

    public static final String FAILED = """
            {"id": "j1", "state": "FAILED", "reason": "worker w1 was lost", "skippedSteps": 0, "workers": [],
             "errors": [{"pointer": "/data/path", "detail": "line 3 has 64 columns, needs 65"}]}""";

    public static final String REFUSAL = """
            {"type": "about:blank", "title": "Bad Request", "status": 400, "code": "INVALID_JOB",
             "detail": "the job specification has 1 error", "errors": [{"pointer": "/parallelism/pipeline",
             "detail": "parallelism.pipeline is 9 but the model has 8 layers: use at most 8"}]}""";

    public static final String TIMELINE = """
            {"step": 16, "schedule": "1f1b", "recordedSteps": [1, 2, 16],
             "measured": [[{"action": "0F0", "start": 0, "end": 0.001}, {"action": "0B0", "start": 0.003, "end": 0.005}],
                          [{"action": "1F0", "start": 0.001, "end": 0.002}, {"action": "1B0", "start": 0.002, "end": 0.004}]],
             "predicted": [[{"action": "0F0", "start": 0, "end": 0.001}, {"action": "0B0", "start": 0.004, "end": 0.005}],
                           [{"action": "1F0", "start": 0.001, "end": 0.002}, {"action": "1B0", "start": 0.002, "end": 0.004}]],
             "transfers": [{"action": "0SEND_F0", "departure": 0.001, "arrival": 0.001}],
             "measuredBubble": {"makespan": 0.4, "span": 0.2}, "predictedBubble": {"makespan": 0.3, "span": 0.1}}""";

    public static final String PROFILE = """
            {"steps": 12, "latencySeconds": 0.0002, "stages": [
              {"stage": 0, "rank": 0, "forwardSeconds": 0.001, "backwardInputSeconds": 0.0015,
               "backwardWeightSeconds": 0.0005, "outputBytes": 32000, "transferSeconds": 0.0003, "bytesPerSecond": 250e6},
              {"stage": 1, "rank": 1, "forwardSeconds": 0.002, "backwardInputSeconds": 0.003,
               "backwardWeightSeconds": 0.001}]}""";

    public static final String ADVICE = """
            {"schedule": "1f1b", "stepSeconds": 0.012, "predictedStepSeconds": 0.0115,
             "bubble": {"makespan": 0.45, "span": 0.4},
             "parts": {"fill": 0.1, "drain": 0.1, "imbalance": 0.25, "jitter": -0.005},
             "slow": {"stage": 2, "rank": 2, "worker": "w3", "times": 2.0},
             "repair": {"layers": [9, 9, 6, 9], "predictedBubble": {"makespan": 0.28, "span": 0.27},
               "predictedStepSeconds": 0.009},
             "alternatives": [{"schedule": "zb-h1", "chunks": 1, "microBatches": 8, "stepSeconds": 0.01,
               "bubble": {"makespan": 0.33, "span": 0.32}, "peakActivations": [4, 3, 2, 1]}],
             "text": ["Stage 2 takes 2.0 times its share.", "Give it fewer layers."]}""";

    private Answers() {}

    public static String step(int step) {
        return """
                {"step": %d, "loss": 0.5, "learningRate": 0.001, "samples": 64, "samplesPerSecond": 1000.0, "seconds": 0.064, \
                "skipped": false, "bubble": {"makespan": 0.3, "span": 0.2}, \
                "predictedBubble": {"makespan": 0.2, "span": 0.1}, "workers": []}""".formatted(step);
    }

    /** The same on one line, as an event carries it. */
    public static String line(String json) {
        return json.replace("\n", " ");
    }
}
