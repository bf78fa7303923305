package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes, the answer is a job or {@link InvalidJobException}. */
class HostileJobTest {

    private static final byte[] JOB = Jobs.digits().strip().getBytes(StandardCharsets.UTF_8);

    @Test
    void readWhenTruncatedAtAnyByteRefuses() {
        for (int length = 0; length < JOB.length; length++) {
            byte[] truncated = Arrays.copyOf(JOB, length);
            assertThatExceptionOfType(InvalidJobException.class)
                    .as("first %d bytes", length)
                    .isThrownBy(() -> JobReader.read(truncated))
                    .satisfies(HostileJobTest::speaksPlainly);
        }
    }

    @Test
    void readWhenBytesAreFlippedGivesAJobOrRefuses() {
        long seed = System.nanoTime();
        System.out.println("HostileJobTest flips with seed " + seed);
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 4_000; round++) {
            byte[] bytes = JOB.clone();
            for (int flip = random.nextInt(4); flip >= 0; flip--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            refused += refuses(bytes) ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(2_000);
    }

    @Test
    void readWhenBytesAreRandomRefuses() {
        long seed = System.nanoTime();
        System.out.println("HostileJobTest noise with seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            assertThat(refuses(bytes)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"name\":"})
    void readWhenNestedTenThousandLevelsDeepRefuses(String level) {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(level.repeat(10_000)))
                .withMessageContaining("deeper than 32 levels")
                .satisfies(HostileJobTest::speaksPlainly);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "1e999",
                "-1e999",
                "01",
                "+1",
                ".5",
                "0x10",
                "'4'",
                "1_000",
                "nul"
            })
    void readWhenNumberIsNoneRefuses(String number) {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(Jobs.with("0.001", number)))
                .satisfies(HostileJobTest::speaksPlainly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "99999999999999999999", "1e400", "1e2147483647", "-1"})
    void readWhenNumberIsHugeNamesTheField(String number) {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(Jobs.with("\"batchSize\": 64", "\"batchSize\": " + number)))
                .satisfies(e -> assertThat(e.errors().getFirst().pointer()).isEqualTo("/training/batchSize"))
                .satisfies(HostileJobTest::speaksPlainly);
    }

    @Test
    void readWhenNumberHasAMillionDigitsRefuses() {
        String job = Jobs.with("\"batchSize\": 64", "\"batchSize\": " + "9".repeat(1_000_000));

        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(job))
                .withMessageContaining("too long");
    }

    @Test
    void readWhenLongerThanTheLimitRefusesBeforeParsing() {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(" ".repeat(JobReader.MAX_BYTES) + Jobs.digits()))
                .withMessageContaining("at most 1048576");
    }

    @Test
    void readWhenThousandsOfFieldsAreUnknownListsAHundred() {
        StringBuilder job = new StringBuilder("{");
        for (int i = 0; i < 50_000; i++) {
            job.append("\"f").append(i).append("\":0,");
        }
        job.append("\"x\":0}");

        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(job.toString()))
                .satisfies(e -> assertThat(e.errors()).hasSize(100));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "null", "true", "[]", "3", "\"job\"", "{}", "{} {}", "\u0000", "\ufeff", "// c\n{}"})
    void readWhenNoJobRefuses(String json) {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> JobReader.read(json))
                .satisfies(HostileJobTest::speaksPlainly);
    }

    private static boolean refuses(byte[] bytes) {
        Throwable thrown = catchThrowable(() -> JobReader.read(bytes));
        if (thrown != null) {
            assertThat(thrown)
                    .as(() -> new String(bytes, StandardCharsets.ISO_8859_1))
                    .isInstanceOfSatisfying(InvalidJobException.class, HostileJobTest::speaksPlainly);
        }
        return thrown != null;
    }

    private static void speaksPlainly(InvalidJobException e) {
        assertThat(e.errors()).isNotEmpty();
        assertThat(e.getMessage()).doesNotContain("jackson", "java.", "io.penstock", "Exception", "StreamRead");
    }
}
