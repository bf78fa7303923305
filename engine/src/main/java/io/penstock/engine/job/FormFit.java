package io.penstock.engine.job;

import io.penstock.engine.data.Form;
import io.penstock.engine.model.Model;
import io.penstock.engine.rule.FieldError;
import java.util.List;
import java.util.stream.Stream;

/** Compares what samples look like with the model that is to learn them. */
final class FormFit {

    private FormFit() {}

    /** What is wrong with such inputs; pointers start at the job. */
    static List<FieldError> input(Form form, Model model) {
        return switch (form) {
            case Form.Values values -> equal("inputSize", model.inputSize(), values.size(), "values a sample");
            case Form.Tokens tokens ->
                Stream.of(
                                atMost("contextLength", tokens.length(), model.contextLength(), "tokens a sample"),
                                atMost("vocabulary", tokens.vocabulary(), model.inputSize(), "different tokens"))
                        .flatMap(List::stream)
                        .toList();
            case Form.Label _, Form.TokenLabels _ -> throw new IllegalArgumentException("labels are no inputs");
        };
    }

    /** What is wrong with such targets; pointers start at the job. */
    static List<FieldError> target(Form form, Model model) {
        return switch (form) {
            case Form.Values values -> equal("outputSize", model.outputSize(), values.size(), "targets a sample");
            case Form.Label label -> equal("outputSize", model.outputSize(), label.classes(), "classes");
            case Form.TokenLabels labels ->
                atMost("vocabulary", labels.classes(), model.outputSize(), "different tokens");
            case Form.Tokens _ -> throw new IllegalArgumentException("tokens are no targets");
        };
    }

    private static List<FieldError> equal(String field, int actual, int wanted, String unit) {
        return actual == wanted
                ? List.of()
                : List.of(new FieldError(
                        "/model/" + field,
                        "model.%s is %d but the data has %d %s: use %d"
                                .formatted(field, actual, wanted, unit, wanted)));
    }

    private static List<FieldError> atMost(String field, int needed, int available, String unit) {
        return needed <= available
                ? List.of()
                : List.of(new FieldError(
                        "/model/" + field,
                        "model.%s is %d but the data has %d %s: use at least %d"
                                .formatted(field, available, needed, unit, needed)));
    }
}
