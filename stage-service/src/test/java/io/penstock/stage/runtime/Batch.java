package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import java.util.Random;

/** A labelled batch that is trained on at every step. */
@SuppressWarnings("ArrayRecordComponent")
record Batch(float[][] inputs, int[] labels) {

    static Batch random(int samples, int width, int classes, long seed) {
        Random random = new Random(seed);
        float[][] inputs = new float[samples][width];
        int[] labels = new int[samples];
        for (int i = 0; i < samples; i++) {
            labels[i] = random.nextInt(classes);
            for (int j = 0; j < width; j++) {
                inputs[i][j] = (float) random.nextGaussian();
            }
        }
        return new Batch(inputs, labels);
    }

    Feed feed(Backend backend) {
        return new ArrayFeed(backend, inputs, labels);
    }
}
