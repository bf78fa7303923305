package io.penstock.common.wire;

import org.jspecify.annotations.Nullable;

/**
 * Answers {@link PeerHello}, so that the sender knows before its first frame whether it may send.
 *
 * @param refusal why the hello was refused, absent if it was accepted
 */
record PeerAnswer(@Nullable String refusal) {}
