package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.penstock.common.control.Ping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionTest {

    private final List<String> ends = new ArrayList<>();
    private final Connection connection = new Connection() {
        @Override
        void ended(String reason) {
            ends.add(reason);
        }

        @Override
        public void control(byte[] json) {}
    };

    @Test
    void writeWhenThePeerHasJustClosedKeepsThatReason() {
        EmbeddedChannel channel = new EmbeddedChannel(
                new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
                        connection.write(new Ping(1, 2));
                        super.channelInactive(ctx);
                    }
                },
                connection);
        channel.close();
        assertThat(ends).containsExactly("closed by the peer");
    }

    @Test
    void writeWhenThePeerReadsNothingRefusesAtTheWaterMark() {
        EmbeddedChannel channel = new EmbeddedChannel(connection);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        connection.write(new Ping(1, 2));
        assertThat(ends).singleElement().asString().startsWith("the peer leaves");
    }
}
