package io.penstock.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FashionMnistTest {

    private static final List<String> NAMES = List.of(
            "train-images-idx3-ubyte.gz",
            "train-labels-idx1-ubyte.gz",
            "t10k-images-idx3-ubyte.gz",
            "t10k-labels-idx1-ubyte.gz");

    @TempDir
    private Path folder;

    private final StringWriter text = new StringWriter();

    @Test
    void fetchWhenAptIsMissingSaysWhichFilesGoWhere() throws IOException {
        assertThatThrownBy(() -> data(folder.resolve("no-apt-get")).fetch())
                .hasMessageContaining("no-apt-get is not there")
                .hasMessageContaining("put these four files into " + folder + ": " + String.join(", ", NAMES));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void fetchWhenAptFailsSaysWhichFilesGoWhere() {
        assertThatThrownBy(() -> data(Path.of("/bin/false")).fetch())
                .hasMessageContaining("/bin/false ended with exit code 1")
                .hasMessageContaining(NAMES.getFirst());
    }

    @Test
    void fetchWhenFilesAreThereVerifiesThemWithoutApt() throws IOException {
        for (String name : NAMES) {
            new GZIPOutputStream(Files.newOutputStream(folder.resolve(name))).close();
        }

        assertThatThrownBy(() -> data(folder.resolve("no-apt-get")).fetch())
                .hasMessageContaining(folder.resolve(NAMES.getFirst()) + " is not the idx file that it should be");
    }

    private FashionMnist data(Path apt) {
        return new FashionMnist(folder, new PrintWriter(text), apt.toString());
    }
}
