package io.penstock.benchmarks.step;

import io.penstock.engine.backend.Backend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Whole training steps (forward, backward, optimizer), as many as are asked for. Arguments: job file, threads, the file that
 * initial weights and the batch are written to, and the backend if it is not cpu. Says {@code ready}, then reads numbers of
 * steps, one a line, and answers each with the mean milliseconds of those steps and the last one's loss. At the end of the
 * input it frees everything and says how many tensors are left.
 */
public final class TrainingStep {

    private static final double MILLIS = 1e-6;

    private TrainingStep() {}

    public static void main(String[] arguments) throws IOException {
        String name = arguments.length > 3 ? arguments[3] : "cpu";
        try (Backend backend = Trainer.backend(name, arguments[1])) {
            try (Trainer trainer = new Trainer(Trainer.job(arguments[0]), backend)) {
                StartFile.write(Path.of(arguments[2]), backend, trainer.parameters(), trainer.batch());
                answer(trainer);
            }
            System.out.println(backend.liveTensors());
        }
    }

    private static void answer(Trainer trainer) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int steps = Integer.parseInt(line);
            double millis = trainer.train(steps) * MILLIS / steps;
            System.out.println(millis + " " + trainer.loss());
        }
    }
}
