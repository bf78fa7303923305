package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

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
}
