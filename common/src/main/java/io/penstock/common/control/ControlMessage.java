package io.penstock.common.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What orchestrator and workers say to each other on the control connection, which the worker dials. A worker says
 * {@link Hello} first and is answered {@link Welcome}; from then on the orchestrator commands and the worker reports.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.PROPERTY, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(Hello.class),
    @JsonSubTypes.Type(Assign.class),
    @JsonSubTypes.Type(Grant.class),
    @JsonSubTypes.Type(Reschedule.class),
    @JsonSubTypes.Type(Release.class),
    @JsonSubTypes.Type(Ping.class),
    @JsonSubTypes.Type(Welcome.class),
    @JsonSubTypes.Type(Prepared.class),
    @JsonSubTypes.Type(StepReport.class),
    @JsonSubTypes.Type(EvaluationReport.class),
    @JsonSubTypes.Type(GenerationReport.class),
    @JsonSubTypes.Type(WorkReport.class),
    @JsonSubTypes.Type(Finished.class),
    @JsonSubTypes.Type(Failed.class),
    @JsonSubTypes.Type(Heartbeat.class),
    @JsonSubTypes.Type(Leaving.class),
    @JsonSubTypes.Type(Pong.class)
})
public sealed interface ControlMessage {

    /** Said by the orchestrator. */
    sealed interface Command extends ControlMessage permits Welcome, Assign, Grant, Reschedule, Release, Ping {}

    /** Said by a worker. */
    sealed interface Report extends ControlMessage
            permits Hello,
                    Prepared,
                    StepReport,
                    EvaluationReport,
                    GenerationReport,
                    WorkReport,
                    Finished,
                    Failed,
                    Heartbeat,
                    Leaving,
                    Pong {}
}
