create table job_row (
    id            varchar(64) primary key,
    version       bigint      not null,
    name          varchar(200),
    state         varchar(20) not null,
    reason        text,
    errors        text        not null,
    specification text        not null,
    body_hash     varchar(64) not null,
    request_key   varchar(200) unique,
    attempt       bigint      not null,
    plan          text,
    measurements  text        not null,
    created_at    timestamp(6) with time zone not null,
    started_at    timestamp(6) with time zone,
    finished_at   timestamp(6) with time zone
);

create index job_by_state on job_row (state, created_at);

create table condition_row (
    job_row     varchar(64) not null references job_row (id) on delete cascade,
    job_row_key int         not null,
    type        varchar(20) not null,
    message     text,
    at          timestamp(6) with time zone not null,
    primary key (job_row, job_row_key)
);

create table step_row (
    job     varchar(64) not null references job_row (id) on delete cascade,
    step    bigint      not null,
    content text        not null,
    primary key (job, step)
);
