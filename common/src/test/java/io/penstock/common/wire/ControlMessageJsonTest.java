package io.penstock.common.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.common.control.Assign;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.EvaluationReport;
import io.penstock.common.control.Failed;
import io.penstock.common.control.Finished;
import io.penstock.common.control.GenerationReport;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Heartbeat;
import io.penstock.common.control.Hello;
import io.penstock.common.control.Leaving;
import io.penstock.common.control.Ping;
import io.penstock.common.control.Pong;
import io.penstock.common.control.Prepared;
import io.penstock.common.control.Release;
import io.penstock.common.control.Reschedule;
import io.penstock.common.control.RunLength;
import io.penstock.common.control.Stamp;
import io.penstock.common.control.StepReport;
import io.penstock.common.control.Welcome;
import io.penstock.common.control.WorkReport;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Bubble;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ControlMessageJsonTest {

    static Stream<ControlMessage> messages() {
        return Stream.of(
                hello(),
                new Welcome(500),
                new Assign(
                        "j",
                        2,
                        1,
                        JsonMapper.shared().readTree("{\"a\":[1,2.5,null]}"),
                        plan(),
                        peers(),
                        30_000,
                        16,
                        "m/j"),
                grant(),
                new Reschedule("j", 2, 40, plan()),
                new Release("j", 2),
                new Leaving("it was told to end"),
                new Ping(1, Long.MIN_VALUE),
                new Pong(1, Long.MAX_VALUE, -5),
                prepared(),
                stepReport(),
                new EvaluationReport("j", 2, 9, 360, null, 0.97),
                new GenerationReport("j", 2, 16, "In the \"beginning\" ✓"),
                new WorkReport("j", 2, "tokenising kjv.txt, bytes", 1 << 20, 1L << 40),
                new Finished("j", 2, 0, 9, "abc", "the disk is full"),
                new Failed("j", 2, 0, -1, null, "/data/path", -1, "no such \"file\" ✓"),
                new Heartbeat(null, 0, 0, null));
    }

    static Hello hello() {
        return new Hello(Frames.SECRET, "w-1", "127.0.0.1", 7001, 7002, 42, "nd4j", "cpu", 1L << 40, 51.5);
    }

    private static Plan plan() {
        ScheduleTable table = new ScheduleTable(
                StageMap.loop(2, 1),
                1,
                List.of(List.of(Action.parse("0F0"), Action.parse("0SEND_F0")), List.of(Action.parse("1RECV_F0"))));
        return new Plan("naive", List.of(new LayerRange(0, 2), new LayerRange(2, 3)), table, 1, new Bubble(0.5, 0.25));
    }

    private static List<Assign.Peer> peers() {
        return List.of(new Assign.Peer("w-0", "h", 1), new Assign.Peer("w-1", "h", 2));
    }

    private static Grant grant() {
        return new Grant("j", 2, 10, new RunLength(60, 30, 1437, 360));
    }

    private static Prepared prepared() {
        return new Prepared("j", 2, 1, new RunLength(60, 30, 1437, 360), 1000);
    }

    private static StepReport stepReport() {
        return new StepReport(
                "j",
                2,
                1,
                9,
                64,
                0.001,
                0.5,
                Map.of("forward", 0.25),
                Map.of("fill", 0.125),
                1,
                2,
                0.375,
                List.of(new StageCosts(0.1, 0.2, 0.3)),
                Map.of("forward", 1L << 33),
                4,
                4096,
                null,
                true,
                2.25,
                List.of(new Stamp(Action.parse("1RECV_F0"), -5, -5), new Stamp(Action.parse("1F0"), -4, 7)));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readWhenWrittenGivesTheSameMessage(ControlMessage message) throws RefusedException {
        assertThat(WireJson.read(WireJson.write(message), ControlMessage.class)).isEqualTo(message);
    }

    @Test
    void messagesWhenASubtypeIsAddedHaveItToo() {
        List<Class<?>> permitted = leaves(ControlMessage.class).toList();
        assertThat(messages().map(Object::getClass)).containsExactlyInAnyOrderElementsOf(permitted);
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ControlMessageJsonTest::leaves)
                : Stream.of(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"type\":\"Nothing\"}",
                "{\"type\":\"java.lang.Runtime\"}",
                "{\"type\":\"Release\",\"job\":\"j\"}",
                "{\"type\":\"Release\",\"job\":\"j\",\"attempt\":null}",
                "{\"type\":\"Release\",\"job\":\"j\",\"attempt\":1,\"x\":0}",
                "{\"type\":\"Release\",\"job\":\"j\",\"attempt\":1} {}",
                "{\"type\":\"Release\",\"job\":\"j\",\"attempt\":"
            })
    void readWhenJsonIsNoMessageRefuses(String json) {
        assertThatThrownBy(() -> WireJson.read(json.getBytes(StandardCharsets.UTF_8), ControlMessage.class))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("control frame");
    }

    @Test
    void readWhenNestedDeeplyRefuses() {
        String json = "{\"type\":\"Assign\",\"specification\":" + "[".repeat(30_000);
        assertThatThrownBy(() -> WireJson.read(json.getBytes(StandardCharsets.UTF_8), ControlMessage.class))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("nesting depth");
    }
}
