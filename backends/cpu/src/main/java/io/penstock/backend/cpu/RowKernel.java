package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Matrices and rows that all of theirs, or some, have in common. */
final class RowKernel {

    private static final double VALUE_NANOS = 0.25;

    /** Columns of a part are a multiple of a cache line's. */
    private static final int GRAIN = SystemMemory.LINE / Float.BYTES;

    private final ThreadTeam team;

    RowKernel(ThreadTeam team) {
        this.team = team;
    }

    /** Runs a task on column ranges, given in bytes from a row's start. */
    static void byColumns(ThreadTeam team, long rows, int columns, double valueNanos, ThreadTeam.Task task) {
        long grains = -Math.floorDiv(-columns, GRAIN);
        long width = 4L * columns;
        team.run(
                grains,
                rows * GRAIN * valueNanos,
                (from, to) -> task.run(from * SystemMemory.LINE, Math.min(to * SystemMemory.LINE, width)));
    }

    void addRow(long inOut, int rows, int columns, long row) {
        team.run(rows, columns * VALUE_NANOS, (from, to) -> {
            long width = 4L * columns;
            for (long i = from; i < to; i++) {
                add(row, inOut + i * width, width);
            }
        });
    }

    /** Row j of each of the samples gets row j of the table. */
    void addPositions(long inOut, Positions positions, long table) {
        int length = positions.length();
        long width = 4L * positions.columns();
        team.run((long) positions.samples() * length, positions.columns() * VALUE_NANOS, (from, to) -> {
            for (long i = from; i < to; i++) {
                add(table + i % length * width, inOut + i * width, width);
            }
        });
    }

    /** Row j of the table gets the sum of row j of all samples. */
    void sumPositions(long in, Positions positions, float beta, long table) {
        int samples = positions.samples();
        int length = positions.length();
        long width = 4L * positions.columns();
        team.run(positions.tableRows(), samples * positions.columns() * VALUE_NANOS, (from, to) -> {
            for (long j = from; j < to; j++) {
                sum(in + j * width, j < length ? samples : 0, length * width, width, beta, table + j * width);
            }
        });
    }

    void sumRows(long in, int rows, int columns, float beta, long out) {
        byColumns(
                team,
                rows,
                columns,
                VALUE_NANOS,
                (from, to) -> sum(in + from, rows, 4L * columns, to - from, beta, out + from));
    }

    /** inOut += row, where a row is so many bytes wide. */
    static void add(long row, long inOut, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(inOut + i).add(Lanes.load(row + i)), inOut + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Lanes.tail(width / Float.BYTES);
            Lanes.store(Lanes.load(inOut + whole, mask).add(Lanes.load(row + whole, mask)), inOut + whole, mask);
        }
    }

    /** out = rows that are stride bytes apart, one added after the other, four at a time to spare loads of the sum. */
    private static void sum(long in, int rows, long stride, long width, float beta, long out) {
        if (beta == 0) {
            fill(out, width);
        }
        int row = 0;
        for (; row + 4 <= rows; row += 4) {
            add4(in + row * stride, stride, out, width);
        }
        for (; row < rows; row++) {
            add(in + row * stride, out, width);
        }
    }

    private static void add4(long in, long stride, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            long at = in + i;
            FloatVector sum = Lanes.load(out + i)
                    .add(Lanes.load(at))
                    .add(Lanes.load(at + stride))
                    .add(Lanes.load(at + 2 * stride))
                    .add(Lanes.load(at + 3 * stride));
            Lanes.store(sum, out + i);
        }
        if (whole < width) {
            for (int row = 0; row < 4; row++) {
                add(in + row * stride + whole, out + whole, width - whole);
            }
        }
    }

    /** Zeros. */
    static void fill(long out, long width) {
        Lanes.MEMORY.asSlice(out, width).fill((byte) 0);
    }
}
