package io.penstock.orchestrator.fake;

/** Job specifications for tests: a small network on synthetic data, so that no file is needed. */
public final class JobText {

    private JobText() {}

    public static String of(int pipeline) {
        return of(pipeline, "");
    }

    /** @param more further fields, each followed by a comma */
    public static String of(int pipeline, String more) {
        return of("{\"pipeline\": %d, \"microBatches\": 2, \"schedule\": \"1f1b\"}".formatted(pipeline), more);
    }

    /** A job of 7 layers with a batch of 8, spread as this JSON object says. */
    public static String parallel(String parallelism) {
        return of(parallelism, "");
    }

    private static String of(String parallelism, String more) {
        return """
                {%s "name": "test",
                 "model": {"type": "mlp", "inputSize": 4, "hiddenSizes": [8, 8, 8], "outputSize": 2, "activation": "relu"},
                 "data": {"type": "synthetic", "samples": 64, "inputSize": 4, "classes": 2},
                 "training": {"batchSize": 8, "epochs": 1, "loss": "cross_entropy",
                              "optimizer": {"type": "sgd", "learningRate": 0.1}},
                 "parallelism": %s}
                """.formatted(more, parallelism);
    }
}
