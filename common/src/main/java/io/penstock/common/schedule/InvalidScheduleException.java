package io.penstock.common.schedule;

import java.util.List;

/** Refuses a table: which rule it breaks, where, and the cells around that place, marked {@code >>2F0<<}. */
public final class InvalidScheduleException extends IllegalArgumentException {

    /** What a table must keep to be accepted. */
    public enum Rule {
        COMPLETE("every F, and every B or I and W, runs exactly once, on the rank that owns its stage"),
        PAIRED("every tensor that changes rank has one SEND and one RECV"),
        ORDERED("F runs before I, I before W, and the input of an action is there before it"),
        PROGRESS("no rank waits for ever"),
        MEMORY("the live activations of a rank stay within its memory");

        private final String text;

        Rule(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    private final Rule rule;
    private final transient List<Cell> cells;
    private final String detail;

    /**
     * @param cells the marked cells, the offending one first
     */
    InvalidScheduleException(Rule rule, String detail, ScheduleTable table, List<Cell> cells) {
        super("%s (rule: %s)\n%s".formatted(detail, rule.text, Grid.around(table, cells)));
        this.rule = rule;
        this.detail = detail;
        this.cells = List.copyOf(cells);
    }

    public Rule rule() {
        return rule;
    }

    /** What is wrong, without rule and grid. */
    public String detail() {
        return detail;
    }

    /** The marked cells, the offending one first. */
    public List<Cell> cells() {
        return cells;
    }

    public int rank() {
        return cells.getFirst().rank();
    }

    /** The index of the offending cell on its rank; the number of cells if something is missing there. */
    public int cell() {
        return cells.getFirst().index();
    }
}
