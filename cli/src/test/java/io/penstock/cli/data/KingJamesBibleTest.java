package io.penstock.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KingJamesBibleTest {

    @TempDir
    private Path folder;

    private final StringWriter text = new StringWriter();

    @Test
    void fetchWhenAptIsMissingSaysWhichFileGoesWhere() {
        assertThatThrownBy(() -> data().fetch())
                .hasMessageContaining("no-apt-get is not there")
                .hasMessageContaining("put its text into " + folder.resolve("kjv.txt"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void fetchWhenTheFileIsThereCountsItsVerses() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("kjv.txt"), "verse\n".repeat(31_102));

        data().fetch();

        assertThat(text.toString()).contains("31102 verses");
        Files.writeString(folder.resolve("kjv.txt"), "verse\n");
        assertThatThrownBy(() -> data().fetch()).hasMessageContaining("has 1 lines but the Bible has 31102");
    }

    private KingJamesBible data() {
        return new KingJamesBible(
                folder, new PrintWriter(text), folder.resolve("no-apt-get").toString());
    }
}
