package io.penstock.engine.optimizer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Parameter;

/** An optimizer's specification, which knows its update rule. State tensors start at 0 and belong to the parameter. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "sgd", value = Sgd.class),
    @JsonSubTypes.Type(name = "adam", value = Adam.class),
    @JsonSubTypes.Type(name = "adamw", value = AdamW.class)
})
public interface Optimizer {

    /** The peak learning rate; the rate of one step comes from the job's learning-rate schedule. */
    double learningRate();

    /** State tensors a parameter needs. */
    int stateTensors();

    /**
     * Updates one parameter in place.
     *
     * @param update counts applied updates from 1 (skipped steps are not counted)
     * @param learningRate of this step
     * @param gradientScale the gradient is multiplied by it first
     */
    void apply(Backend backend, Parameter parameter, long update, double learningRate, double gradientScale);
}
