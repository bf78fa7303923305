package io.penstock.backend.nd4j;

import io.penstock.engine.backend.AttentionKernels.Heads;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The matrices of a span as strided views of packed tensors, batched over the key heads. Of the query heads that share a key
 * head, one member at a time has its views.
 */
record HeadViews(Heads heads, Span span, int positions) {

    /** Query heads that share a key head. */
    int members() {
        return heads.heads() / heads.keyHeads();
    }

    int length() {
        return span.length();
    }

    /** Rows of the scores of one member of all key heads. */
    int rows() {
        return heads.keyHeads() * length();
    }

    /** [keyHeads, length, size] */
    INDArray queries(INDArray packed, int member) {
        return rows(packed, heads.packed(), member * heads.size(), members() * heads.size());
    }

    /** [keyHeads, length, size] */
    INDArray keys(INDArray packed) {
        return rows(packed, heads.packed(), heads.width(), heads.size());
    }

    /** [keyHeads, length, size] */
    INDArray values(INDArray packed) {
        return rows(packed, heads.packed(), heads.width() + heads.keyHeads() * heads.size(), heads.size());
    }

    /** [keyHeads, length, size] of the output or its gradient. */
    INDArray output(INDArray out, int member) {
        return rows(out, heads.width(), member * heads.size(), members() * heads.size());
    }

    private INDArray rows(INDArray buffer, int width, int column, int headStride) {
        long first = (long) span.sample() * positions + span.start();
        return Arithmetic.view(
                buffer,
                first * width + column,
                new long[] {heads.keyHeads(), length(), heads.size()},
                headStride,
                width,
                1);
    }

    /** [keyHeads, length] of [samples, heads, positions]. */
    INDArray logSums(INDArray logSums, int member) {
        long head = (long) span.sample() * heads.heads() + member;
        return Arithmetic.view(
                logSums,
                head * positions + span.start(),
                new long[] {heads.keyHeads(), length()},
                (long) members() * positions,
                1);
    }

    /** A dense buffer of scores as [keyHeads, length, length]. */
    INDArray batch(INDArray scores) {
        return dense(scores, length());
    }

    /** A dense buffer of heads as [keyHeads, length, size]. */
    INDArray headBatch(INDArray buffer) {
        return dense(buffer, heads.size());
    }

    private INDArray dense(INDArray buffer, int columns) {
        return Arithmetic.view(
                buffer, 0, new long[] {heads.keyHeads(), length(), columns}, (long) length() * columns, columns, 1);
    }

    /** A dense column [rows, 1] as [keyHeads, length]. */
    INDArray perHead(INDArray column) {
        return Arithmetic.view(column, 0, new long[] {heads.keyHeads(), length()}, length(), 1);
    }
}
