package io.penstock.backend.nd4j;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Neighbouring positions that attend to each other only: a segment of a sample, or all of it. */
record Span(int sample, int start, int length) {

    private static final int PADDING = 0;

    /**
     * All spans of samples of so many positions.
     *
     * @param segments I32 [samples, positions], absent if each sample is one span
     */
    static List<Span> of(int samples, int positions, @Nullable MemorySegment segments) {
        List<Span> spans = new ArrayList<>();
        for (int sample = 0; sample < samples; sample++) {
            if (segments == null) {
                spans.add(new Span(sample, 0, positions));
            } else {
                addSegments(sample, positions, segments, spans);
            }
        }
        return spans;
    }

    private static void addSegments(int sample, int positions, MemorySegment segments, List<Span> spans) {
        long first = (long) sample * positions;
        int start = 0;
        for (int end = 1; end <= positions; end++) {
            int segment = segments.getAtIndex(JAVA_INT, first + start);
            if (end == positions || segments.getAtIndex(JAVA_INT, first + end) != segment) {
                if (segment != PADDING) {
                    spans.add(new Span(sample, start, end - start));
                }
                start = end;
            }
        }
    }
}
