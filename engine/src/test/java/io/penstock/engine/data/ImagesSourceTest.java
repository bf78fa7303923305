package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.rule.BrokenRulesException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesSourceTest {

    @TempDir
    private Path folder;

    private DataRoot root;

    @BeforeEach
    void writeImages() throws IOException {
        root = new DataRoot(folder);
        image("dog/1.png", "png", BufferedImage.TYPE_INT_RGB, 2, 0xff0000, 0x00ff00, 0x0000ff, 0x102030);
        image("cat/b.png", "png", BufferedImage.TYPE_BYTE_GRAY, 2, 0, 64, 128, 255);
        image("cat/a.jpg", "jpg", BufferedImage.TYPE_INT_RGB, 2, 0x808080, 0x808080, 0x808080, 0x808080);
        Files.writeString(folder.resolve("set/cat/.hidden"), "x");
    }

    @Test
    void loadWhenImagesHaveTheSizeGivesTheirChannels() {
        DataSet samples = source(3, null, null, 2).load(root, 1);

        assertThat(samples.inputForm()).isEqualTo(new Form.Values(12));
        assertThat(samples.targetForm()).isEqualTo(new Form.Label(2));
        assertThat(TestFiles.labels(samples, 0, 1, 2)).containsExactly(0, 0, 1);
        assertThat(scaled(TestFiles.inputs(samples, 2))).containsExactly(255, 0, 0, 16, 0, 255, 0, 32, 0, 0, 255, 48);
        assertThat(scaled(TestFiles.inputs(samples, 1)))
                .containsExactly(0, 64, 128, 255, 0, 64, 128, 255, 0, 64, 128, 255);
        assertThat(Arrays.stream(scaled(TestFiles.inputs(samples, 0))))
                .allSatisfy(value -> assertThat(value).isBetween(126, 130));
        assertThat(samples.origin(0)).isEqualTo("set/cat/a.jpg");
    }

    @Test
    void loadWhenOneChannelIsAskedForGivesLuma() {
        float[] values =
                TestFiles.inputs(source(1, List.of(0.5), List.of(0.25), 2).load(root, 1), 2);

        double[] luma = {0.299 * 255, 0.587 * 255, 0.114 * 255, 0.299 * 16 + 0.587 * 32 + 0.114 * 48};
        for (int i = 0; i < luma.length; i++) {
            assertThat((double) values[i]).isCloseTo((Math.round(luma[i]) / 255.0 - 0.5) / 0.25, within(1e-5));
        }
    }

    /** A ramp stays a ramp; values from the definition, pixel centres at halves. */
    @Test
    void loadWhenResizedInterpolatesBetweenCentres() throws IOException {
        image("cat/b.png", "png", BufferedImage.TYPE_BYTE_GRAY, 4, 0, 80, 160, 240, 0, 80, 160, 240);

        assertThat(scaled(TestFiles.inputs(source(1, null, null, 1, 2).load(root, 1), 1)))
                .containsExactly(40, 200);
        assertThat(scaled(TestFiles.inputs(source(1, null, null, 1, 8).load(root, 1), 1)))
                .containsExactly(0, 20, 60, 100, 140, 180, 220, 240);
    }

    @Test
    void loadWhenImagesWereDecodedBeforeReadsTheCache() {
        List<String> work = new ArrayList<>();
        source(3, null, null, 2).load(root, 1, (what, done, total) -> work.add(what + " " + done + "/" + total));
        source(3, List.of(0.1, 0.2, 0.3), null, 2).load(root, 1, (what, done, total) -> work.add(what));

        assertThat(work).containsExactly("decoding images of set 3/3");
    }

    @Test
    void loadWhenAnImageIsCorruptNamesIt() throws IOException {
        Path file = folder.resolve("set/dog/1.png");
        byte[] bytes = Files.readAllBytes(file);
        for (byte[] content :
                List.of(new byte[0], new byte[] {'t', 'e', 'x', 't'}, Arrays.copyOf(bytes, bytes.length - 30))) {
            Files.write(file, content);

            assertThat(TestFiles.refusal(source(3, null, null, 2), root))
                    .hasMessageStartingWith("set/dog/1.png is no readable image");
        }
    }

    @Test
    void loadWhenFolderIsWrongSaysWhat() throws IOException {
        Files.createDirectories(folder.resolve("set/eel"));
        assertThat(TestFiles.refusal(source(3, null, null, 2), root)).hasMessageContaining("set/eel holds no images");
        Files.writeString(folder.resolve("set/eel/x.webp"), "x");
        assertThat(TestFiles.refusal(source(3, null, null, 2), root))
                .hasMessageContaining("set/eel/x.webp is no .png, .jpg or .jpeg");
        assertThat(TestFiles.refusal(new ImagesSource("set/cat", List.of(2), 3, null, null, 0), root))
                .hasMessageContaining("set/cat has 0 folders of images");
        assertThat(TestFiles.refusal(new ImagesSource("../x", List.of(2), 3, null, null, 0), root))
                .hasMessageContaining("leaves the data root");
        assertThat(TestFiles.refusal(new ImagesSource("nothing", List.of(2), 3, null, null, 0), root))
                .hasMessageContaining("no readable folder \"nothing\"");
    }

    @Test
    void createWhenNumbersDoNotFitNamesAllFields() {
        assertThatExceptionOfType(BrokenRulesException.class)
                .isThrownBy(() -> new ImagesSource("x", List.of(0), 2, List.of(1.0), List.of(0.0, 1.0), 1))
                .satisfies(e -> assertThat(e.errors())
                        .extracting(error -> error.pointer())
                        .containsExactlyInAnyOrder("/size/0", "/channels", "/mean", "/std/0", "/validationFraction"));
    }

    private static ImagesSource source(
            int channels, @Nullable List<Double> mean, @Nullable List<Double> std, Integer... size) {
        return new ImagesSource("set", List.of(size), channels, mean, std, 0);
    }

    private static int[] scaled(float[] values) {
        int[] bytes = new int[values.length];
        Arrays.setAll(bytes, i -> Math.round(255 * values[i]));
        return bytes;
    }

    private void image(String name, String format, int type, int width, int... pixels) throws IOException {
        BufferedImage image = new BufferedImage(width, pixels.length / width, type);
        for (int i = 0; i < pixels.length; i++) {
            if (type == BufferedImage.TYPE_BYTE_GRAY) {
                image.getRaster().setSample(i % width, i / width, 0, pixels[i]);
            } else {
                image.setRGB(i % width, i / width, pixels[i]);
            }
        }
        Path file = folder.resolve("set").resolve(name);
        Files.createDirectories(file.getParent());
        assertThat(ImageIO.write(image, format, file.toFile())).isTrue();
    }
}
