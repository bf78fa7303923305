package io.penstock.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataRootTest {

    @TempDir
    private Path folder;

    private DataRoot root;

    @BeforeEach
    void createRoot() throws IOException {
        Files.writeString(folder.resolve("secret"), "1");
        root = new DataRoot(
                Files.createDirectories(folder.resolve("root/inner")).getParent());
        Files.writeString(root.folder().resolve("inner/a.csv"), "1");
    }

    @Test
    void resolveWhenFileIsInsideGivesIt() throws IOException {
        assertThat(root.resolve("/data/path", "inner/../inner/a.csv"))
                .isEqualTo(root.folder().toRealPath().resolve("inner/a.csv"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret", "inner/../../secret", "/etc/passwd", "../root-2/x", ".."})
    void resolveWhenPathLeavesTheRootRefuses(String path) {
        refuses(path, "leaves the data root");
    }

    @Test
    void resolveWhenLinkLeavesTheRootRefuses() throws IOException {
        Files.createSymbolicLink(root.folder().resolve("link"), folder.resolve("secret"));

        refuses("link", "leaves the data root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing.csv", "inner", "", "."})
    void resolveWhenThereIsNoSuchFileSaysSo(String path) {
        refuses(path, "no readable file");
    }

    @Test
    void resolveWhenPathIsNoneRefuses() {
        refuses("a\u0000b", "cannot be opened");
    }

    private void refuses(String path, String detail) {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> root.resolve("/data/path", path))
                .withMessageContaining(detail)
                .satisfies(e -> assertThat(e.pointer()).isEqualTo("/data/path"));
    }
}
