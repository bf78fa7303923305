package io.penstock.backend.cpu;

/** Rows of a table by number. */
final class TokenKernel {

    private static final double VALUE_NANOS = 0.4;

    private final ThreadTeam team;

    TokenKernel(ThreadTeam team) {
        this.team = team;
    }

    void gather(long table, int columns, long ids, long count, float beta, long out) {
        long width = 4L * columns;
        team.run(count, columns * VALUE_NANOS, (from, to) -> {
            for (long i = from; i < to; i++) {
                long row = table + Lanes.getInt(ids + 4 * i) * width;
                if (beta == 0) {
                    ElementKernel.copyBytes(row, out + i * width, width);
                } else {
                    RowKernel.add(row, out + i * width, width);
                }
            }
        });
    }

    /** Split by columns, so that rows are added in their order on any number of threads. */
    void scatterAdd(long rows, int columns, long ids, long count, long table) {
        long width = 4L * columns;
        RowKernel.byColumns(team, count, columns, VALUE_NANOS, (from, to) -> {
            for (long i = 0; i < count; i++) {
                long row = table + Lanes.getInt(ids + 4 * i) * width;
                RowKernel.add(rows + i * width + from, row + from, to - from);
            }
        });
    }
}
