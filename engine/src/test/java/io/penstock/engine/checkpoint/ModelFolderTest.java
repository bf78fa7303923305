package io.penstock.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.model.Bert;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Gpt2;
import io.penstock.engine.model.Llama;
import io.penstock.engine.model.Model;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.model.Vit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelFolderTest {

    @TempDir
    private Path folder;

    private DataRoot root;

    @BeforeEach
    void root() throws IOException {
        root = new DataRoot(Files.createDirectories(folder.resolve("data")));
    }

    private static FromCheckpoint wish(String from) {
        return new FromCheckpoint(from, null, null, null);
    }

    private Model read(String config) throws IOException {
        Files.writeString(Files.createDirectories(root.folder().resolve("m")).resolve("config.json"), config);
        return ModelFolder.read(root, wish("m"));
    }

    @ParameterizedTest
    @EnumSource
    void readWhenConfigIsOfThePublicToolsGivesTheModel(ReferenceModel reference) {
        Path model = PublicFolder.of(root.folder(), reference);

        Model read = ModelFolder.read(root, wish(model.getFileName().toString()));

        assertThat(read.from()).isEqualTo(model.getFileName().toString());
        assertThat(read.config()).isEqualTo(reference.model().config());
    }

    @ParameterizedTest
    @EnumSource
    void readWhenConfigIsOfThePublicToolsKnowsItsTensors(ReferenceModel reference) {
        Path model = PublicFolder.of(root.folder(), reference);

        Model read = ModelFolder.read(root, wish(model.getFileName().toString()));

        assertThat(read.layers().stream()
                        .flatMap(layer -> layer.parameters().stream())
                        .flatMap(parameter -> parameter.parts().stream())
                        .map(Part::name)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(reference.file("weights").names());
    }

    @ParameterizedTest
    @EnumSource
    void readWhenConfigWasWrittenHereGivesTheModelAgain(ReferenceModel reference) throws IOException {
        Path model = Files.createDirectories(root.folder().resolve("m"));
        ModelFolder.writeConfig(model, reference.model());

        assertThat(ModelFolder.read(root, wish("m")).config())
                .isEqualTo(reference.model().config());
    }

    @Test
    void readWhenSomethingElseIsWishedForTakesIt() {
        PublicFolder.of(root.folder(), ReferenceModel.GPT2_TINY);
        PublicFolder.of(root.folder(), ReferenceModel.BERT_TINY);
        PublicFolder.of(root.folder(), ReferenceModel.VIT_TINY);

        assertThat(ModelFolder.read(root, new FromCheckpoint("gpt2_tiny", 16, null, 0.25)))
                .isEqualTo(new Gpt2(128, 16, 4, 64, 4, null, 0.25, 1e-5, "gpt2_tiny"));
        assertThat(ModelFolder.read(root, new FromCheckpoint("bert_tiny", 20, 3, 0.1)))
                .isEqualTo(new Bert(100, 20, 2, 2, 48, 4, 96, 3, 0.1, 1e-12, "bert_tiny"));
        assertThat(ModelFolder.read(root, new FromCheckpoint("vit_tiny", null, 7, null)))
                .isEqualTo(new Vit(16, 4, 3, 3, 48, 4, 96, 7, 0, 1e-12, "vit_tiny"));
    }

    @Test
    void readWhenRotaryPositionsHaveAnObjectOfTheirOwnTakesItsBase() throws IOException {
        String config = PublicFolder.config(ReferenceModel.LLAMA_TINY)
                .replace(
                        "\"rope_theta\": 10000.0",
                        "\"rope_parameters\": {\"rope_theta\": 5e5, \"rope_type\": \"default\"}");

        assertThat(((Llama) read(config)).rotaryBase()).isEqualTo(5e5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GPT2_TINY | \"gelu_new\" | \"relu\" | activation_function is \"relu\"",
                "GPT2_TINY | \"resid_pdrop\": 0.0 | \"resid_pdrop\": 0.1 | embd_pdrop is 0.0",
                "GPT2_TINY | \"n_embd\": 64 | \"n_embd\": 64, \"tie_word_embeddings\": false | tie_word_embeddings is false",
                "GPT2_TINY | \"n_embd\": 64 | \"n_embd\": 64, \"scale_attn_weights\": false | scale_attn_weights is false",
                "GPT2_TINY | \"n_embd\": 64 | \"n_embd\": \"64\" | n_embd is \"64\": give a whole number",
                "GPT2_TINY | \"n_embd\": 64, | ~~ | n_embd is missing",
                "GPT2_TINY | \"n_head\": 4 | \"n_head\": 5 | heads is 5, which does not divide hiddenSize 64",
                "GPT2_TINY | \"n_head\": 4 | \"n_head\": 4, \"n_head\": 4 | is not JSON",
                "GPT2_TINY | \"gpt2\" | \"gpt3\" | model_type is \"gpt3\": use one of bert, gpt2, llama, penstock_mlp, vit",
                "LLAMA_TINY | \"silu\" | \"gelu\" | hidden_act is \"gelu\": only silu",
                "LLAMA_TINY | \"rope_scaling\": null | \"rope_scaling\": {\"factor\": 2} | rope_scaling is {\"factor\":2}",
                "LLAMA_TINY | \"hidden_size\": 48 | \"hidden_size\": 48, \"head_dim\": 16 | head_dim is 16: only 8",
                "LLAMA_TINY | \"attention_bias\": false | \"attention_bias\": true | attention_bias is true",
                "BERT_TINY | \"absolute\" | \"relative_key\" | position_embedding_type is \"relative_key\"",
                "BERT_TINY | \"hidden_act\": \"gelu\" | \"hidden_act\": \"relu\" | hidden_act is \"relu\"",
                "VIT_TINY | \"qkv_bias\": true | \"qkv_bias\": false | qkv_bias is false",
                "VIT_TINY | \"patch_size\": 4 | \"patch_size\": 5 | does not divide imageSize 16",
                "COURSE_MLP | \"relu\" | \"swish\" | activation is \"swish\"",
            })
    void readWhenAFieldIsNotSupportedNamesItAndItsValue(
            ReferenceModel reference, String old, String changed, String said) {
        String config = PublicFolder.config(reference);
        assertThat(config).contains(old);

        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> read(config.replace(old, changed)))
                .withMessageStartingWith("config.json of \"m\": ")
                .withMessageContaining(said)
                .satisfies(e -> assertThat(e.pointer()).isEqualTo("/model/from"));
    }

    @Test
    void readWhenTheWishDoesNotFitSaysWhy() {
        PublicFolder.of(root.folder(), ReferenceModel.GPT2_TINY);
        PublicFolder.of(root.folder(), ReferenceModel.LLAMA_TINY);

        assertRefused(new FromCheckpoint("gpt2_tiny", 33, null, null), "contextLength is 33 but n_positions is 32");
        assertRefused(new FromCheckpoint("gpt2_tiny", null, 5, null), "classes is no field");
        assertRefused(new FromCheckpoint("llama_tiny", null, null, 0.1), "dropout is no field");
    }

    @Test
    void readWhenTheFolderCannotBeUsedSaysWhy() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("config.json"), PublicFolder.config(ReferenceModel.GPT2_TINY));
        Files.createDirectories(root.folder().resolve("empty"));
        Files.createDirectories(root.folder().resolve("linked"));
        Files.createSymbolicLink(root.folder().resolve("linked/config.json"), outside.resolve("config.json"));
        Files.createSymbolicLink(root.folder().resolve("link"), outside);

        assertRefused(wish("missing"), "no readable folder \"missing\"");
        assertRefused(wish("empty"), "no readable file \"empty/config.json\"");
        assertRefused(wish("../outside"), "leaves the data root");
        assertRefused(wish(outside.toString()), "leaves the data root");
        assertRefused(wish("link"), "leaves the data root");
        assertRefused(wish("linked"), "leaves the data root");
    }

    private void assertRefused(FromCheckpoint wish, String said) {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> ModelFolder.read(root, wish))
                .withMessageContaining(said);
    }
}
