package io.penstock.engine.job;

/** A good job and its variations. */
final class Jobs {

    private static final String DIGITS = """
            {"name": "digits-mlp",
             "model": {"type": "mlp", "inputSize": 64, "hiddenSizes": [256, 256, 256], "outputSize": 10},
             "data": {"type": "csv", "path": "digits.csv.gz", "labelColumn": 64, "scale": 0.0625},
             "training": {"batchSize": 64, "epochs": 30, "seed": 42, "loss": "cross_entropy",
                          "optimizer": {"type": "adam", "learningRate": 0.001}, "clipNorm": 1.0},
             "parallelism": {"pipeline": 4, "microBatches": 8, "schedule": "1f1b"}}
            """;

    private Jobs() {}

    static String digits() {
        return DIGITS;
    }

    /** The good job with one piece of its text replaced. */
    static String with(String piece, String replacement) {
        if (!DIGITS.contains(piece)) {
            throw new IllegalArgumentException("the job does not contain " + piece);
        }
        return DIGITS.replace(piece, replacement);
    }
}
