package io.penstock.orchestrator.api;

import io.penstock.engine.data.DataRoot;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.setting.PenstockProperties;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Turns a body into a stored job, or says all that is wrong with it. */
@Component
class Submission {

    private final Jobs jobs;
    private final DataRoot dataRoot;

    Submission(Jobs jobs, PenstockProperties properties) {
        this.jobs = jobs;
        this.dataRoot = new DataRoot(properties.dataRoot());
    }

    /**
     * The specification, checked as far as is possible without reading the data.
     *
     * @throws io.penstock.engine.job.InvalidJobException if the job makes no sense
     */
    JobSpec check(Body body) {
        JobSpec spec = JobReader.read(body.bytes(), dataRoot);
        Planning.check(spec);
        return spec;
    }

    /** The stored job; the same one for the same request made twice. */
    Job submit(Body body, @Nullable String idempotencyKey) {
        JobSpec spec = check(body);
        String id = spec.id() == null ? UUID.randomUUID().toString() : spec.id();
        return jobs.submit(Job.accepted(
                id,
                spec.name(),
                JobReader.write(spec),
                new Job.Request(idempotencyKey, body.hash()),
                Instant.now().truncatedTo(ChronoUnit.MICROS)));
    }
}
