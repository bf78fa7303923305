package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When the held-out samples are evaluated. */
public enum EvaluateEvery {
    /** After each epoch and after the last step. */
    @JsonProperty("epoch")
    EPOCH,
    /** After the last step only. */
    @JsonProperty("end")
    END
}
