package io.penstock.engine.backend;

/** What the parts of {@link BackendContract} share. */
interface ContractCase {

    float NAN = Float.NaN;
    float INFINITY = Float.POSITIVE_INFINITY;

    /** The backend under test. */
    Backend backend();

    /** A case for it with fresh random operands. */
    KernelCase given();
}
