package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Optional;

/**
 * Cuts the byte stream into frames and gives each to its sink. Every rule is checked before memory is taken for a frame,
 * and bodies are consumed as they arrive, so at most a header is ever held back. After a refusal the rest is discarded.
 */
final class FrameDecoder extends ByteToMessageDecoder {

    private final FrameSink sink;
    private State state = this::prefix;

    FrameDecoder(FrameSink sink) {
        this.sink = sink;
    }

    /** Reads what it can and names the state that follows. */
    @FunctionalInterface
    interface State {
        State read(ByteBuf in) throws RefusedException;

        /** No more bytes will come. */
        default void abort() {}
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws RefusedException {
        try {
            state = state.read(in);
        } catch (RefusedException | RuntimeException e) {
            in.skipBytes(in.readableBytes());
            end();
            throw e;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        end();
        super.channelInactive(ctx);
    }

    /** Where the socket can put the next bytes itself, if they are a payload's. */
    Optional<ByteBuf> destination() {
        return state instanceof PayloadBody payload ? payload.destination() : Optional.empty();
    }

    private void end() {
        State last = state;
        state = FrameDecoder::discard;
        last.abort();
    }

    private static State discard(ByteBuf in) {
        in.skipBytes(in.readableBytes());
        return FrameDecoder::discard;
    }

    private State prefix(ByteBuf in) throws RefusedException {
        if (in.readableBytes() < FrameCodec.PREFIX_BYTES) {
            return this::prefix;
        }
        FrameCodec.Prefix prefix = FrameCodec.readPrefix(in);
        long limit = sink.limit(prefix.type());
        if (prefix.length() > limit) {
            throw new RefusedException("%s frame has %d bytes, at most %d are allowed here"
                    .formatted(prefix.type(), prefix.length(), limit));
        }
        return switch (prefix.type()) {
            case CONTROL -> new ControlBody(prefix.length(), sink, this::prefix);
            case TENSOR -> rest -> tensor(rest, prefix.length());
            case CREDIT -> rest -> credit(rest, prefix.length());
        };
    }

    private State tensor(ByteBuf in, long length) throws RefusedException {
        requireAtLeast(FrameCodec.TENSOR_BYTES, length);
        if (in.readableBytes() < FrameCodec.TENSOR_BYTES) {
            return rest -> tensor(rest, length);
        }
        FrameCodec.TensorPrefix frame = FrameCodec.readTensor(in, length);
        state = PayloadBody.open(frame, sink.receiver(), this::prefix);
        return state.read(in);
    }

    private State credit(ByteBuf in, long length) throws RefusedException {
        requireAtLeast(FrameCodec.CREDIT_BYTES, length);
        if (in.readableBytes() < FrameCodec.CREDIT_BYTES) {
            return rest -> credit(rest, length);
        }
        FrameCodec.Credit credit = FrameCodec.readCredit(in);
        sink.credit(credit.kind(), credit.count());
        return this::prefix;
    }

    private static void requireAtLeast(int bytes, long length) throws RefusedException {
        if (length < bytes) {
            throw new RefusedException("frame has %d bytes, its type needs %d".formatted(length, bytes));
        }
    }
}
