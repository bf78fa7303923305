package io.penstock.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void linesWhenColumnsDifferAlignsTextLeftAndNumbersRight() {
        Table table = new Table("name", "steps", "note").row("a", 7, "x y").row("bcdef", 1200, null);

        assertThat(table.lines()).containsExactly("name   steps  note", "a          7  x y", "bcdef   1200  -");
    }
}
