package io.penstock.orchestrator.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobTransitionsTest {

    private static final Path PAGE = Path.of("../docs/job-states.md");

    @Test
    void tableHasOneLineForAStateAndTrigger() {
        assertThat(JobTransitions.TABLE.stream().map(line -> line.from() + " " + line.trigger()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    void stateIsFinishedExactlyWhenNothingLeadsOut(JobState state) {
        assertThat(JobTransitions.TABLE.stream().noneMatch(line -> line.from() == state))
                .isEqualTo(state.finished());
    }

    @ParameterizedTest
    @EnumSource(JobTrigger.class)
    void nextWhenJobIsFinishedIsNothing(JobTrigger trigger) {
        assertThat(JobTransitions.next(JobState.SUCCEEDED, trigger)).isEmpty();
    }

    /** On failure: copy the expected text into the page. */
    @Test
    void pageShowsTheTable() throws IOException {
        assertThat(Files.readString(PAGE)).contains("```mermaid\n" + JobTransitions.mermaid() + "```\n");
    }
}
