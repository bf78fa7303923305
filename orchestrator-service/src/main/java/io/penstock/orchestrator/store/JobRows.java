package io.penstock.orchestrator.store;

import io.penstock.orchestrator.job.JobState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.ListCrudRepository;

interface JobRows extends ListCrudRepository<JobRow, String> {

    Optional<JobRow> findByRequestKey(String requestKey);

    List<JobRow> findByStateInOrderByCreatedAtAscIdAsc(Collection<JobState> states, Limit limit);

    @Query("select id from job_row order by created_at desc, id desc limit :limit offset :skip")
    List<String> newestIds(int limit, int skip);

    long countByState(JobState state);
}
