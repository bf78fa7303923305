package io.penstock.stage.runtime;

/** Payload bytes that one rank sent in one step. */
final class StepSends {

    private long forwardBytes;
    private long backwardBytes;

    void start() {
        forwardBytes = 0;
        backwardBytes = 0;
    }

    void forward(long bytes) {
        forwardBytes += bytes;
    }

    void backward(long bytes) {
        backwardBytes += bytes;
    }

    long forwardBytes() {
        return forwardBytes;
    }

    long backwardBytes() {
        return backwardBytes;
    }
}
