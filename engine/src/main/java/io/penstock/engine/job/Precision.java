package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.tensor.DType;

/** In what type activations are kept between forward and backward and sent; weights, sums and kernels are float32. */
public enum Precision {
    @JsonProperty("fp32")
    FP32(DType.F32),
    /** Half the traffic and the stash, with the range of float32. */
    @JsonProperty("bf16-activations")
    BF16_ACTIVATIONS(DType.BF16),
    /** Half the traffic and the stash, with more digits than bfloat16, less range, and dynamic loss scaling. */
    @JsonProperty("fp16-activations")
    FP16_ACTIVATIONS(DType.F16);

    private final DType storage;

    Precision(DType storage) {
        this.storage = storage;
    }

    public DType storage() {
        return storage;
    }
}
