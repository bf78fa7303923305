package io.penstock.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import org.junit.jupiter.api.Test;

class EventTest {

    @Test
    void readWhenFieldsAreGivenReturnsThem() {
        assertThat(Event.read(lines("id: 7\nevent: step\ndata: {}\n\n"))).isEqualTo(new Event("7", "step", "{}"));
    }

    @Test
    void readWhenSpaceAfterColonIsMissingKeepsTheValue() {
        assertThat(Event.read(lines("id:7\nevent:step\ndata:{}\n\n"))).isEqualTo(new Event("7", "step", "{}"));
    }

    @Test
    void readWhenDataHasSeveralLinesJoinsThem() {
        assertThat(Event.read(lines("data: a\ndata: b\n\n"))).isEqualTo(new Event(null, "message", "a\nb"));
    }

    @Test
    void readWhenCommentsAndUnknownFieldsComeSkipsThem() {
        assertThat(Event.read(lines(": alive\n\nretry: 100\n\nnoise\ndata: x\n\n"))
                        .data())
                .isEqualTo("x");
    }

    @Test
    void readWhenStreamEndsInsideAnEventDropsIt() {
        assertThat(Event.read(lines("id: 7\ndata: half"))).isNull();
    }

    @Test
    void readWhenCalledAgainGoesOn() {
        Iterator<String> lines = lines("data: a\n\ndata: b\n\n");

        assertThat(Event.read(lines).data()).isEqualTo("a");
        assertThat(Event.read(lines).data()).isEqualTo("b");
        assertThat(Event.read(lines)).isNull();
    }

    private static Iterator<String> lines(String text) {
        return text.lines().iterator();
    }
}
