package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IdxSourceTest {

    private static final byte[] IMAGES = TestFiles.idx(new byte[] {0, 1, 2, 3, 4, 5, 6, (byte) 255}, 2, 2, 2);
    private static final byte[] LABELS = TestFiles.idx(new byte[] {9, (byte) 200}, 2);
    private static final IdxSource SOURCE = new IdxSource("images", "labels", "test-images", "test-labels", 0.5);

    @TempDir
    private Path folder;

    private DataRoot root;

    @BeforeEach
    void writeFiles() {
        TestFiles.write(folder, "images", TestFiles.gzip(IMAGES));
        TestFiles.write(folder, "labels", LABELS);
        TestFiles.write(folder, "test-images", TestFiles.idx(new byte[] {8, 8, 8, 10}, 1, 2, 2));
        root = TestFiles.write(folder, "test-labels", TestFiles.gzip(TestFiles.idx(new byte[] {3}, 1)));
    }

    @Test
    void loadWhenFilesMatchGivesTrainingThenHeldOutSamples() {
        DataSet samples = SOURCE.load(root, 1);

        assertThat(samples.trainingSamples()).isEqualTo(2);
        assertThat(samples.validationSamples()).isEqualTo(1);
        assertThat(TestFiles.inputs(samples, 2, 1)).containsExactly(4, 4, 4, 5, 2, 2.5f, 3, 127.5f);
        assertThat(TestFiles.labels(samples, 0, 1, 2)).containsExactly(9, 200, 3);
        assertThat(samples.origin(2)).isEqualTo("test-labels sample 0");
    }

    @Test
    void loadWhenNothingIsHeldOutGivesTrainingSamplesOnly() {
        DataSet samples = new IdxSource("images", "labels", null, null, 1).load(root, 1);

        assertThat(samples.trainingSamples()).isEqualTo(2);
        assertThat(samples.validationSamples()).isZero();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("images", new byte[] {0, 0, 0x0d, 1, 0, 0, 0, 1, 7}, "/data/images", "starts with 00000d01"),
                arguments("images", new byte[] {0, 0, 8}, "/data/images", "corrupt or cut short"),
                arguments("images", new byte[0], "/data/images", "corrupt or cut short"),
                arguments("images", Arrays.copyOf(IMAGES, IMAGES.length - 1), "/data/images", "7 of 8 values"),
                arguments(
                        "images", Arrays.copyOf(IMAGES, IMAGES.length + 1), "/data/images", "longer than the 8 values"),
                arguments("images", TestFiles.idx(new byte[0], 0, 2, 2), "/data/images", "1 to 2147483647"),
                arguments("images", TestFiles.idx(new byte[1], -1, 2), "/data/images", "1 to 2147483647"),
                arguments("images", TestFiles.idx(new byte[1], 1, 2000, 2000), "/data/images", "1 to 1048576"),
                arguments(
                        "images",
                        TestFiles.idx(new byte[1], 2000000000, 1),
                        "/data/images",
                        "2000000000 values announced"),
                arguments(
                        "labels",
                        TestFiles.idx(new byte[] {1}, 1),
                        "/data/labels",
                        "has 1 labels of 1 values but there are 2 images"),
                arguments("labels", TestFiles.idx(new byte[4], 2, 2), "/data/labels", "has 2 labels of 2 values"),
                arguments("labels", new byte[] {0x1f, (byte) 0x8b, 9, 9}, "/data/labels", "corrupt or cut short"),
                arguments(
                        "test-images",
                        TestFiles.idx(new byte[1], 1, 1),
                        "/data/validationImages",
                        "have 1 values but training samples have 4"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void loadWhenFileIsWrongNamesItAndTheNumbers(String name, byte[] content, String pointer, String detail) {
        TestFiles.write(folder, name, content);

        InvalidDataException refused = TestFiles.refusal(SOURCE, root);

        assertThat(refused).hasMessageContaining(detail);
        assertThat(refused.pointer()).isEqualTo(pointer);
    }
}
