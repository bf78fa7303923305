package io.penstock.engine.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.layer.Layer;
import java.util.List;

/** A model's specification, which knows its layers. The record of each kind is parsed by the job reader. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(name = "mlp", value = Mlp.class))
public interface Model {

    /** All layers, first to last; the planner cuts this list into stages. */
    List<Layer> layers();

    /** Values in one input sample. */
    int inputSize();

    /** Values in one output sample: classes for cross entropy, targets for squared error. */
    int outputSize();
}
