package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.engine.data.CsvSource;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Adam;
import org.junit.jupiter.api.Test;

class JobReaderTest {

    @Test
    void readWhenJobIsCompleteGivesEveryField() {
        JobSpec job = JobReader.read(Jobs.digits());

        assertThat(job.name()).isEqualTo("digits-mlp");
        assertThat(job.model()).isInstanceOf(Mlp.class);
        assertThat(job.data()).isInstanceOf(CsvSource.class);
        assertThat(job.training().optimizer()).isInstanceOf(Adam.class);
        assertThat(job.training().clipNorm()).isEqualTo(1.0);
        assertThat(job.parallelism().pipeline()).isEqualTo(4);
    }

    @Test
    void readWhenJobWasWrittenGivesAnEqualJob() {
        JobSpec job = JobReader.read(Jobs.digits());

        assertThat(JobReader.read(JobReader.write(job))).isEqualTo(job);
        assertThat(JobReader.read(JobReader.write(job).toString())).isEqualTo(job);
    }

    @Test
    void readWhenParallelismIsLeftOutLeavesTheChoiceToThePlanner() {
        Parallelism parallelism = JobReader.read(Jobs.with(
                        "\"parallelism\": {\"pipeline\": 4, \"microBatches\": 8, \"schedule\": \"1f1b\"}",
                        "\"id\": \"mine\""))
                .parallelism();

        assertThat(parallelism.pipeline()).isEqualTo(1);
        assertThat(parallelism.schedule().isAuto()).isTrue();
        assertThat(parallelism.chunks()).isNull();
        assertThat(parallelism.microBatches()).isNull();
        assertThat(parallelism.layers()).isNull();
        assertThat(parallelism.memoryMiB()).isNull();
        assertThat(parallelism.adaptive()).isFalse();
    }

    @Test
    void readWhenScheduleIsATableGivesItsActions() {
        String csv = "0F0,0B0,0F1,0BW1\\n";
        JobSpec job = JobReader.read(Jobs.with(
                "\"1f1b\"", "{\"csv\": \"%s\", \"dialect\": \"old\"}".formatted(csv.replace("0B0", "0B0,0W0"))));

        ScheduleTable table = job.parallelism().schedule().table();

        assertThat(table.of(0)).extracting(Action::toString).containsExactly("0F0", "0I0", "0W0", "0F1", "0B1");
        assertThat(JobReader.read(JobReader.write(job).toString())).isEqualTo(job);
    }
}
