package io.penstock.backend.cpu;

import io.penstock.engine.backend.AttentionKernels.Heads;
import jdk.incubator.vector.FloatVector;
import org.jspecify.annotations.Nullable;

/** Rotary position embedding, with the angles' cosines and sines kept from call to call. */
final class RotaryKernel {

    private static final double VALUE_NANOS = 0.5;

    private final ThreadTeam team;
    private @Nullable Angles kept;

    RotaryKernel(ThreadTeam team) {
        this.team = team;
    }

    /** Cosines and sines of the angles of each position, one row of size ÷ 2 after the other. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Angles(double base, int half, int length, float[] cosines, float[] sines) {

        static Angles of(double base, int half, int length) {
            float[] cosines = new float[length * half];
            float[] sines = new float[length * half];
            for (int i = 0; i < half; i++) {
                double speed = Math.pow(base, -2.0 * i / (2 * half));
                for (int t = 0; t < length; t++) {
                    cosines[t * half + i] = (float) Math.cos(t * speed);
                    sines[t * half + i] = (float) Math.sin(t * speed);
                }
            }
            return new Angles(base, half, length, cosines, sines);
        }

        boolean serves(double otherBase, int otherHalf, int otherLength) {
            return base == otherBase && half == otherHalf && length >= otherLength;
        }
    }

    private Angles angles(double base, int half, int length) {
        Angles angles = kept;
        if (angles == null || !angles.serves(base, half, length)) {
            angles = Angles.of(base, half, length);
            kept = angles;
        }
        return angles;
    }

    void rotate(Sequences sequences, double base, boolean inverse, long in, long out) {
        Heads heads = sequences.heads();
        int length = sequences.length();
        Angles angles = angles(base, heads.size() / 2, length);
        long width = 4L * heads.packed();
        long turned = 4L * (heads.heads() + heads.keyHeads()) * heads.size();
        team.run(sequences.rows(), heads.packed() * VALUE_NANOS, (from, to) -> {
            for (long row = from; row < to; row++) {
                long start = row * width;
                int position = (int) (row % length) * angles.half();
                for (long head = start; head < start + turned; head += 4L * heads.size()) {
                    turn(angles, position, inverse ? -1 : 1, in + head, out + head);
                }
                if (in != out) {
                    ElementKernel.copyBytes(in + start + turned, out + start + turned, width - turned);
                }
            }
        });
    }

    private static void turn(Angles angles, int position, float sign, long in, long out) {
        int half = angles.half();
        long other = 4L * half;
        int whole = Lanes.SPECIES.loopBound(half);
        for (int i = 0; i < whole; i += Lanes.COUNT) {
            FloatVector cosine = FloatVector.fromArray(Lanes.SPECIES, angles.cosines(), position + i);
            FloatVector sine = FloatVector.fromArray(Lanes.SPECIES, angles.sines(), position + i)
                    .mul(sign);
            FloatVector x = Lanes.load(in + 4L * i);
            FloatVector y = Lanes.load(in + other + 4L * i);
            Lanes.store(x.mul(cosine).sub(y.mul(sine)), out + 4L * i);
            Lanes.store(y.mul(cosine).add(x.mul(sine)), out + other + 4L * i);
        }
        for (int i = whole; i < half; i++) {
            float cosine = angles.cosines()[position + i];
            float sine = angles.sines()[position + i] * sign;
            float x = Lanes.get(in + 4L * i);
            float y = Lanes.get(in + other + 4L * i);
            Lanes.set(out + 4L * i, x * cosine - y * sine);
            Lanes.set(out + other + 4L * i, y * cosine + x * sine);
        }
    }
}
