package io.penstock.stage.worker;

import io.penstock.common.control.RunLength;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.progress.Progress;
import io.penstock.stage.runtime.DataFeed;
import io.penstock.stage.runtime.Feed;

/** The samples of a job and the order in which they are drawn. */
record LoadedData(DataSet samples, BatchPlan batches, RunLength length) {

    /** Opens a job's samples; progress hears about work that takes long. */
    static LoadedData of(JobSpec job, DataRoot root, Progress progress) {
        DataSet samples = job.load(root, progress);
        return new LoadedData(samples, job.batches(samples), job.length(samples));
    }

    Feed feed(Backend backend) {
        return new DataFeed(backend, samples, batches);
    }
}
