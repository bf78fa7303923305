package io.penstock.acceptance;

/** Job specifications of the tests. */
final class Jobs {

    private Jobs() {}

    /** A small job on the digits that runs for minutes unless it is ended. */
    static String endless(int pipeline) {
        return digits(pipeline, "\"steps\": 1000000");
    }

    static String digits(int pipeline, String length) {
        return """
                {"name": "digits", "model": {"type": "mlp", "inputSize": 64, "hiddenSizes": [64, 64, 64], "outputSize": 10},
                 "data": {"type": "csv", "path": "digits.csv.gz", "labelColumn": 64, "scale": 0.0625, "validationFraction": 0.2},
                 "training": {"batchSize": 64, %s, "seed": 7, "loss": "cross_entropy",
                              "optimizer": {"type": "adam", "learningRate": 0.003}},
                 "parallelism": {"pipeline": %d, "microBatches": 4, "schedule": "1f1b"}}
                """.formatted(length, pipeline);
    }

    /** The same on another file of the data root. */
    static String csv(String path) {
        return digits(2, "\"epochs\": 1").replace("digits.csv.gz", path);
    }
}
