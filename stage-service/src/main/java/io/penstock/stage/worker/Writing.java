package io.penstock.stage.worker;

import io.penstock.common.control.ControlMessage;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.generate.Sampler;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.token.Tokenizer;
import io.penstock.stage.runtime.Generator;
import io.penstock.stage.runtime.Workspace;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/** The text that a job asks for after its training; rank 0 knows the words and reports them. */
record Writing(
        JobSpec job,
        Generation generation,
        Workspace work,
        DataRoot dataRoot,
        Reports words,
        Consumer<ControlMessage.Report> reports) {

    /** So many tokens go into one report. */
    private static final int REPORTED = 16;

    void run(long step) {
        int window = Math.min(job.tokens(), job.model().contextLength());
        Generator generator = new Generator(work, new Sampler(generation), window);
        if (!work.rank().readsInputs()) {
            generator.run(step, new int[0], generation.maxTokens(), token -> {});
            return;
        }
        try (Tokenizer tokenizer =
                job.wordsOf(generation).open(name -> dataRoot.resolve("/generation/tokenizer", name))) {
            int[] prompt = tokenizer.encode(generation.prompt());
            checkPrompt(prompt);
            Text text = new Text(tokenizer, prompt);
            generator.run(step, prompt, generation.maxTokens(), text::add);
            text.report();
        } catch (IOException e) {
            throw new InvalidDataException("/generation/tokenizer", String.valueOf(e.getMessage()));
        }
    }

    private void checkPrompt(int[] prompt) {
        int vocabulary = job.model().inputSize();
        if (prompt.length == 0 || Arrays.stream(prompt).anyMatch(token -> token >= vocabulary)) {
            throw new InvalidDataException(
                    "/generation/prompt",
                    "the prompt has %d tokens, the largest %d, but the model knows 0 to %d: use a prompt of known tokens"
                            .formatted(
                                    prompt.length, Arrays.stream(prompt).max().orElse(0), vocabulary - 1));
        }
    }

    private final class Text {

        private final Tokenizer tokenizer;
        private final int prompt;
        private final int[] tokens;
        private int count;

        Text(Tokenizer tokenizer, int[] prompt) {
            this.tokenizer = tokenizer;
            this.prompt = prompt.length;
            this.tokens = Arrays.copyOf(prompt, prompt.length + generation.maxTokens());
        }

        void add(int token) {
            tokens[prompt + count++] = token;
            if (count % REPORTED == 0) {
                report();
            }
        }

        void report() {
            reports.accept(words.generation(count, tokenizer.decode(Arrays.copyOf(tokens, prompt + count))));
        }
    }
}
