package io.penstock.backend.cpu;

import io.penstock.engine.backend.TokenKernels.Patches;

/** Images cut into patches and joined again: runs of one patch's width are copied. */
final class PatchKernel {

    private static final double VALUE_NANOS = 1;

    private final ThreadTeam team;

    PatchKernel(ThreadTeam team) {
        this.team = team;
    }

    void cut(Patches patches, long samples, long images, long out) {
        long bytes = 4L * patches.count() * patches.size();
        team.run(samples, VALUE_NANOS * bytes / 4, (from, to) -> {
            for (long i = from; i < to; i++) {
                copy(patches, images + i * bytes, out + i * bytes, true);
            }
        });
    }

    void join(Patches patches, long samples, long in, long images) {
        long bytes = 4L * patches.count() * patches.size();
        team.run(samples, VALUE_NANOS * bytes / 4, (from, to) -> {
            for (long i = from; i < to; i++) {
                copy(patches, images + i * bytes, in + i * bytes, false);
            }
        });
    }

    private static void copy(Patches patches, long image, long cut, boolean cutting) {
        int side = patches.patch();
        long run = 4L * side;
        long line = 4L * patches.width();
        long plane = line * patches.height();
        long at = cut;
        for (long top = 0; top < plane; top += side * line) {
            for (long left = 0; left < line; left += run) {
                for (int channel = 0; channel < patches.channels(); channel++) {
                    long corner = image + channel * plane + top + left;
                    for (int row = 0; row < side; row++) {
                        long there = corner + row * line;
                        ElementKernel.copyBytes(cutting ? there : at, cutting ? at : there, run);
                        at += run;
                    }
                }
            }
        }
    }
}
