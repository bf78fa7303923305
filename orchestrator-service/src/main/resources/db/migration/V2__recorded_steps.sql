create table recorded_step (
    job     varchar(64) not null references job_row (id) on delete cascade,
    step    bigint      not null,
    content text        not null,
    primary key (job, step)
);
