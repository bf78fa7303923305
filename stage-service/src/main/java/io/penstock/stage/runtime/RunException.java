package io.penstock.stage.runtime;

import org.jspecify.annotations.Nullable;

/** Why a rank cannot go on: a peer that was lost or is late, bad data, or a device that gave up. */
public final class RunException extends RuntimeException {

    private final int suspectRank;
    private final @Nullable String pointer;

    private RunException(int suspectRank, @Nullable String pointer, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.suspectRank = suspectRank;
        this.pointer = pointer;
    }

    /** A peer's fault. */
    public static RunException ofPeer(int rank, String message) {
        return new RunException(rank, null, message, null);
    }

    /** The fault of a field of the job. */
    public static RunException ofField(String pointer, String message) {
        return new RunException(-1, pointer, message, null);
    }

    public static RunException of(String message, Throwable cause) {
        return new RunException(-1, null, message, cause);
    }

    /** The run was ended on purpose. */
    public static RunException cancelled() {
        return new RunException(-1, null, "the run was cancelled", null);
    }

    /** The rank at fault, −1 if it is none. */
    public int suspectRank() {
        return suspectRank;
    }

    public @Nullable String pointer() {
        return pointer;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
