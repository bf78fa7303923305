package io.penstock.engine.model;

/** How a tensor of a checkpoint becomes a parameter of a model. */
public enum Adoption {
    /** In the same shape. */
    WHOLE,
    /** As the first rows of one that may have more. */
    FIRST_ROWS,
    /** In the same shape; where there is none, values are drawn as for a new model. */
    OR_DRAWN
}
