package io.penstock.backend.cpu;

/**
 * Which keys each query of a sequence attends to: those from first (inclusive) to end (exclusive). Causality, segments and
 * padding all come down to such ranges, and neither bound of a query that attends to something falls from one to the next.
 */
@SuppressWarnings("ArrayRecordComponent")
record KeyRanges(int[] first, int[] end) {

    /** @param segments the address of the sequence's segments, 0 if it is one */
    static KeyRanges of(int length, boolean causal, long segments) {
        int[] first = new int[length];
        int[] end = new int[length];
        int start = 0;
        while (start < length) {
            int stop = segments == 0 ? length : segmentEnd(segments, start, length);
            boolean padding = segments != 0 && Lanes.getInt(segments + 4L * start) == 0;
            for (int i = start; i < stop; i++) {
                first[i] = start;
                end[i] = padding ? start : causal ? i + 1 : stop;
            }
            start = stop;
        }
        return new KeyRanges(first, end);
    }

    private static int segmentEnd(long segments, int start, int length) {
        int segment = Lanes.getInt(segments + 4L * start);
        int end = start + 1;
        while (end < length && Lanes.getInt(segments + 4L * end) == segment) {
            end++;
        }
        return end;
    }

    /** The first key of the queries from (inclusive) to (exclusive). */
    int first(int from) {
        return first[from];
    }

    /** One past the last key of the queries up to (exclusive). */
    int end(int from, int to) {
        int last = first[from];
        for (int i = from; i < to; i++) {
            last = Math.max(last, end[i]);
        }
        return last;
    }

    /** Where the keys of a query begin within a tile of keys. */
    int firstIn(int query, int tile, int count) {
        return Math.clamp(first[query] - tile, 0, count);
    }

    int endIn(int query, int tile, int count) {
        return Math.clamp(end[query] - tile, 0, count);
    }
}
