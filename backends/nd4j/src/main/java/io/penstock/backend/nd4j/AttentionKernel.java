package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;

import io.penstock.engine.backend.AttentionKernels;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.reduce.same.Max;
import org.nd4j.linalg.api.ops.impl.transforms.same.Reciprocal;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Exp;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Log;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Attention composed of ND4J operations, span by span, for as many heads at once as there are key heads. ND4J has no operation
 * that works in tiles, so the scores of these heads, [keyHeads, length, length], are in a pooled buffer (backward: in two).
 */
final class AttentionKernel implements AttentionKernels, AutoCloseable {

    private final Scratch scratch;
    private final ElementKernel elements;
    private final CausalMask mask = new CausalMask();
    private final Rotation rotation;

    AttentionKernel(Scratch scratch, ElementKernel elements) {
        this.scratch = scratch;
        this.elements = elements;
        this.rotation = new Rotation(scratch);
    }

    private static Iterable<HeadViews> views(Heads heads, Tensor projections, @Nullable Tensor segments) {
        int samples = projections.shape().dimension(0);
        int positions = projections.shape().dimension(1);
        var ids = segments == null ? null : Nd4jTensor.of(segments).storage().host();
        return Span.of(samples, positions, ids).stream()
                .map(span -> new HeadViews(heads, span, positions))
                .toList();
    }

    @Override
    public void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums) {
        if (empty(out)) {
            return;
        }
        if (segments != null) {
            elements.fill(out, 0);
            elements.fill(logSums, 0);
        }
        for (HeadViews views : views(heads, projections, segments)) {
            try (Nd4jTensor scores = scratch.take(views.rows(), views.length());
                    Nd4jTensor sums = scratch.take(views.rows(), 1)) {
                for (int member = 0; member < views.members(); member++) {
                    scores(views, member, projections, scores);
                    softmax(scores, sums);
                    views.logSums(matrix(logSums), member).assign(views.perHead(matrix(sums)));
                    INDArray values = views.values(matrix(projections));
                    INDArray output = views.output(matrix(out), member);
                    scratch.arithmetic().matmul(views.batch(matrix(scores)), false, values, false, 1, 0, output);
                }
            }
        }
    }

    /** Queries · keysᵀ ÷ √size, −∞ where a position does not attend. */
    private void scores(HeadViews views, int member, Tensor projections, Nd4jTensor out) {
        INDArray packed = matrix(projections);
        double scale = 1 / Math.sqrt(views.heads().size());
        scratch.arithmetic()
                .matmul(
                        views.queries(packed, member),
                        false,
                        views.keys(packed),
                        true,
                        scale,
                        0,
                        views.batch(matrix(out)));
        if (views.heads().causal()) {
            mask.apply(matrix(out), views.length());
        }
    }

    /** Makes probabilities of scores; logSums [rows, 1] receives log Σ e^score. */
    private void softmax(Nd4jTensor scores, Nd4jTensor logSums) {
        var executioner = Nd4j.getExecutioner();
        INDArray matrix = matrix(scores);
        try (Nd4jTensor largest = scratch.take(logSums.shape().rows(), 1);
                Nd4jTensor inverse = scratch.take(logSums.shape().rows(), 1)) {
            executioner.exec(new Max(matrix, matrix(largest), true, 1));
            scratch.subtractColumn(largest, scores);
            executioner.exec(new Exp(matrix, matrix));
            scratch.sumColumns(scores, 1, logSums);
            executioner.exec(new Reciprocal(matrix(logSums), matrix(inverse)));
            scratch.arithmetic().multiply(matrix, matrix(inverse), matrix);
            executioner.exec(new Log(matrix(logSums), matrix(logSums)));
            Arithmetic.addScaled(1, matrix(largest), matrix(logSums));
        }
    }

    @Override
    public void attentionBackward(
            Heads heads,
            Tensor projections,
            @Nullable Tensor segments,
            Tensor out,
            Tensor logSums,
            Tensor gradOut,
            Tensor gradProjections) {
        if (empty(gradProjections)) {
            return;
        }
        if (segments != null) {
            elements.fill(gradProjections, 0);
        }
        for (HeadViews views : views(heads, projections, segments)) {
            try (Nd4jTensor scores = scratch.take(views.rows(), views.length());
                    Nd4jTensor gradScores = scratch.take(views.rows(), views.length())) {
                for (int member = 0; member < views.members(); member++) {
                    probabilities(views, member, projections, logSums, scores);
                    gradScores(views, member, projections, out, gradOut, scores, gradScores);
                    gradients(views, member, projections, gradOut, scores, gradScores, gradProjections);
                }
            }
        }
    }

    private void probabilities(
            HeadViews views, int member, Tensor projections, Tensor logSums, Nd4jTensor probabilities) {
        try (Nd4jTensor column = scratch.take(views.rows(), 1)) {
            views.perHead(matrix(column)).assign(views.logSums(matrix(logSums), member));
            scores(views, member, projections, probabilities);
            scratch.subtractColumn(column, probabilities);
            Nd4j.getExecutioner().exec(new Exp(matrix(probabilities), matrix(probabilities)));
        }
    }

    /** With probabilities p and d = gradOut · valuesᵀ: p ⊙ (d − Σ gradOut ⊙ out), since Σ p ⊙ d is that sum. */
    private void gradScores(
            HeadViews views,
            int member,
            Tensor projections,
            Tensor out,
            Tensor gradOut,
            Nd4jTensor probabilities,
            Nd4jTensor gradScores) {
        INDArray given = views.output(matrix(gradOut), member);
        try (Nd4jTensor products = scratch.take(views.rows(), views.heads().size());
                Nd4jTensor sums = scratch.take(views.rows(), 1)) {
            scratch.arithmetic().multiply(given, views.output(matrix(out), member), views.headBatch(matrix(products)));
            scratch.sumColumns(products, 1, sums);
            scratch.arithmetic()
                    .matmul(
                            given,
                            false,
                            views.values(matrix(projections)),
                            true,
                            1,
                            0,
                            views.batch(matrix(gradScores)));
            scratch.subtractColumn(sums, gradScores);
            elements.multiply(gradScores, probabilities, gradScores);
        }
    }

    /** The members' gradients of shared keys and values add up. */
    private void gradients(
            HeadViews views,
            int member,
            Tensor projections,
            Tensor gradOut,
            Nd4jTensor probabilities,
            Nd4jTensor gradScores,
            Tensor gradProjections) {
        INDArray packed = matrix(projections);
        INDArray gradients = matrix(gradProjections);
        INDArray gradBatch = views.batch(matrix(gradScores));
        double scale = 1 / Math.sqrt(views.heads().size());
        int beta = member == 0 ? 0 : 1;
        scratch.arithmetic()
                .matmul(gradBatch, false, views.keys(packed), false, scale, 0, views.queries(gradients, member));
        scratch.arithmetic()
                .matmul(gradBatch, true, views.queries(packed, member), false, scale, beta, views.keys(gradients));
        scratch.arithmetic()
                .matmul(
                        views.batch(matrix(probabilities)),
                        true,
                        views.output(matrix(gradOut), member),
                        false,
                        1,
                        beta,
                        views.values(gradients));
    }

    @Override
    public void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out) {
        if (!empty(in)) {
            rotation.rotate(new Rotation.Key(heads, base, inverse, in.shape().dimension(1)), in, out);
        }
    }

    @Override
    public void close() {
        mask.close();
        rotation.close();
    }
}
