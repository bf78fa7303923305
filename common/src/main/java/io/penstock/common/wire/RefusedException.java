package io.penstock.common.wire;

/** A peer broke a rule of the protocol or of the job; its connection is closed with the message in one log line. */
public final class RefusedException extends Exception {

    /**
     * @param rule the rule and the actual numbers, for the log
     */
    public RefusedException(String rule) {
        super(rule, null, false, false);
    }
}
