package io.penstock.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxFileTest {

    private static final int MAGIC_OF_RANK_2 = 0x0802;
    private static final IdxFile EXPECTED = new IdxFile("x.gz", List.of(3, 4));

    @TempDir
    private Path folder;

    @Test
    void verifyWhenAllIsRightReturns() throws IOException {
        EXPECTED.verify(file(MAGIC_OF_RANK_2, 3, 4, 12));
    }

    @Test
    void verifyWhenMagicDiffersSaysSo() throws IOException {
        Path file = file(0x0801, 3, 4, 12);

        assertThatThrownBy(() -> EXPECTED.verify(file)).hasMessageContaining("magic must be 2050, got 2049");
    }

    @Test
    void verifyWhenDimensionDiffersSaysSo() throws IOException {
        Path file = file(MAGIC_OF_RANK_2, 3, 5, 12);

        assertThatThrownBy(() -> EXPECTED.verify(file)).hasMessageContaining("dimension must be 4, got 5");
    }

    @Test
    void verifyWhenDataIsShortOrLongSaysSo() throws IOException {
        Path shorter = file(MAGIC_OF_RANK_2, 3, 4, 11);
        assertThatThrownBy(() -> EXPECTED.verify(shorter)).hasMessageContaining("data length must be 12, got 11");

        Path longer = file(MAGIC_OF_RANK_2, 3, 4, 13);
        assertThatThrownBy(() -> EXPECTED.verify(longer)).hasMessageContaining("data length must be 12, got 13");
    }

    @Test
    void verifyWhenTruncatedNamesTheFile() throws IOException {
        Path file = file(MAGIC_OF_RANK_2, 3, 4, 12);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 9));

        assertThatThrownBy(() -> EXPECTED.verify(file))
                .hasMessage(
                        file + " is not the idx file that it should be (it ends too early): delete it and fetch again");
    }

    private Path file(int magic, int rows, int columns, int bytes) throws IOException {
        Path file = folder.resolve("x.gz");
        try (var out = new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(magic);
            out.writeInt(rows);
            out.writeInt(columns);
            out.write(new byte[bytes]);
        }
        assertThat(file).isNotEmptyFile();
        return file;
    }
}
