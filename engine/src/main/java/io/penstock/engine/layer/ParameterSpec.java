package io.penstock.engine.layer;

import io.penstock.engine.tensor.Shape;

/**
 * A trainable tensor before it exists.
 *
 * @param name global name, unique in the model
 * @param bound initial values are uniform in [−bound, bound)
 */
public record ParameterSpec(String name, Shape shape, double bound) {}
