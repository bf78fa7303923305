package io.penstock.stage.runtime;

import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.Tensor;

/** The feed of a middle rank, which learns everything from plan and frames. */
final class NoFeed implements Feed {

    @Override
    public Flow inputs(long step, int from, int to) {
        throw nothing();
    }

    @Override
    public Tensor targets(long step, int from, int to) {
        throw nothing();
    }

    @Override
    public Flow heldOutInputs(int from, int to) {
        throw nothing();
    }

    @Override
    public Tensor heldOutTargets(int from, int to) {
        throw nothing();
    }

    @Override
    public long counted(long step, int samples) {
        throw nothing();
    }

    @Override
    public long heldOutCounted(int from, int to) {
        throw nothing();
    }

    private static IllegalStateException nothing() {
        return new IllegalStateException("this rank reads no data");
    }
}
