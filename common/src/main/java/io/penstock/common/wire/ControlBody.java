package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Collects the JSON of one control frame; memory grows with the bytes that came, not with the length that was claimed. */
final class ControlBody implements FrameDecoder.State {

    private final long length;
    private final FrameSink sink;
    private final FrameDecoder.State next;
    private final ByteArrayOutputStream json = new ByteArrayOutputStream();

    ControlBody(long length, FrameSink sink, FrameDecoder.State next) {
        this.length = length;
        this.sink = sink;
        this.next = next;
    }

    @Override
    public FrameDecoder.State read(ByteBuf in) throws RefusedException {
        try {
            in.readBytes(json, (int) Math.min(in.readableBytes(), length - json.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (json.size() < length) {
            return this;
        }
        sink.control(json.toByteArray());
        return next;
    }
}
