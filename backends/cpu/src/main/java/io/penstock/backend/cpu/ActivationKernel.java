package io.penstock.backend.cpu;

import io.penstock.engine.backend.Activation;
import java.util.EnumMap;
import java.util.Map;

/** Activations in one pass over memory, strip by strip. */
final class ActivationKernel {

    private static final double VALUE_NANOS = 1;
    private static final int LINE = SystemMemory.LINE;
    private static final double LINE_NANOS = VALUE_NANOS * LINE / Float.BYTES;

    private final ThreadTeam team;
    private final BlockPool pool;
    private final Map<Activation, Curve> curves = new EnumMap<>(Activation.class);

    ActivationKernel(ThreadTeam team, BlockPool pool) {
        this.team = team;
        this.pool = pool;
        for (Activation function : Activation.values()) {
            curves.put(function, Curve.of(function));
        }
    }

    private Curve curve(Activation function) {
        return curves.getOrDefault(function, Curve.of(function));
    }

    void forward(Activation function, long in, long out, long size) {
        Curve curve = curve(function);
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> pool.with(
                        Curve.STRIP,
                        strip -> forward(curve, in + from * LINE, out + from * LINE, (to - from) * LINE, strip)));
    }

    private static void forward(Curve curve, long in, long out, long bytes, long strip) {
        for (long i = 0; i < bytes; i += Curve.STRIP) {
            long count = Math.min(bytes - i, Curve.STRIP);
            curve.prepare(in + i, strip, count);
            curve.value(in + i, strip, out + i, count);
        }
    }

    void backward(Activation function, long in, long gradOut, long gradIn, long size) {
        Curve curve = curve(function);
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> pool.with(Curve.STRIP, strip -> {
                    for (long i = from * LINE; i < to * LINE; i += Curve.STRIP) {
                        long count = Math.min(to * LINE - i, Curve.STRIP);
                        curve.prepare(in + i, strip, count);
                        curve.gradient(in + i, strip, gradOut + i, gradIn + i, count);
                    }
                }));
    }

    /** Goes by groups of rows that fill whole cache lines, so that strips have no rest but at the end. */
    void addRow(Activation function, long inOut, int rows, int columns, long row, long out) {
        Curve curve = curve(function);
        long width = 4L * columns;
        int group = LINE / Math.max(Float.BYTES, (int) Math.min(LINE, Long.lowestOneBit(width)));
        team.run(
                -Math.floorDiv(-rows, group),
                group * columns * VALUE_NANOS,
                (from, to) -> pool.with(Curve.STRIP, strip -> {
                    for (long first = from * group; first < to * group; first += group) {
                        long end = Math.min(first + group, rows);
                        for (long i = first; i < end; i++) {
                            RowKernel.add(row, inOut + i * width, width);
                        }
                        long bytes = ElementKernel.lines((end - first) * width) * LINE;
                        forward(curve, inOut + first * width, out + first * width, bytes, strip);
                    }
                }));
    }
}
