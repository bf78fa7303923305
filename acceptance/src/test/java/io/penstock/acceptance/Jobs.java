package io.penstock.acceptance;

import java.util.List;

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

    /**
     * A job for paced workers: the model is an MLP with these widths.
     *
     * @param parallelism the object's content
     */
    static String paced(List<Integer> widths, int steps, String parallelism) {
        return """
                {"name": "paced", "model": {"type": "mlp", "inputSize": %d, "hiddenSizes": %s, "outputSize": 2, "activation": "tanh"},
                 "data": {"type": "synthetic", "samples": 16, "inputSize": %d, "classes": 2},
                 "training": {"batchSize": 16, "steps": %d, "seed": 7, "loss": "cross_entropy",
                              "optimizer": {"type": "sgd", "learningRate": 0.01}},
                 "parallelism": {%s}}
                """.formatted(
                        widths.getFirst(), widths.subList(1, widths.size()), widths.getFirst(), steps, parallelism);
    }
}
