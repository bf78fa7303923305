package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each check, on machines that have what it looks for, and that have not. */
class DoctorTest {

    private static final String H100 = "NVIDIA H100, 9.0, 550.54.15\n";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"25.0.1+8, OK", "17.0.9, PROBLEM", "26, PROBLEM"})
    void javaMustBe25(String version, Level level) {
        assertThat(new JavaCheck().examine(new FakeMachine().java(version)).level())
                .isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({
        "8, flags : fpu avx avx2 fma, OK",
        "8, flags : fpu sse2, WARNING",
        "8, Features : fp asimd, OK",
        "2, flags : avx2, WARNING",
        "4, , OK",
    })
    void processorMustHaveCoresAndVectorInstructions(int cores, String flags, Level level) {
        FakeMachine machine = new FakeMachine().processors(cores);
        if (flags != null) {
            machine.file("/proc/cpuinfo", "processor : 0\n" + flags + "\n");
        }
        assertThat(new ProcessorCheck(4).examine(machine).level()).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({
        "8000000, max, 0, OK",
        "1500000, max, 0, WARNING",
        "500000, max, 0, PROBLEM",
        "8000000, 2147483648, 536870912, WARNING",
        "8000000, 1073741824, 536870912, PROBLEM",
    })
    void memoryIsWhatMachineAndContainerHaveLeft(long availableKib, String limit, long used, Level level) {
        FakeMachine machine = new FakeMachine()
                .file("/proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    %d kB\n".formatted(availableKib))
                .file("/sys/fs/cgroup/memory.max", limit + "\n")
                .file("/sys/fs/cgroup/memory.current", used + "\n");
        assertThat(new MemoryCheck(4).examine(machine).level()).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({"1024, WARNING", "4096, OK", "unlimited, OK"})
    void openFilesMustBeEnough(String limit, Level level) {
        FakeMachine machine = new FakeMachine()
                .file(
                        "/proc/self/limits",
                        "Max processes  9  9  x\nMax open files            %s   4096 files\n".formatted(limit));
        assertThat(new OpenFilesCheck().examine(machine).level()).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({"tsc, OK", "kvm-clock, OK", "hpet, WARNING"})
    void clockMustBeCheap(String source, Level level) {
        FakeMachine machine = new FakeMachine()
                .file("/sys/devices/system/clocksource/clocksource0/current_clocksource", source + "\n");
        assertThat(new ClockCheck().examine(machine).level()).isEqualTo(level);
    }

    @Test
    void portMustBeFreeOrAnOrchestrators() {
        PortCheck check = new PortCheck(7070, "workers", "penstock.control.port");
        assertThat(check.examine(new FakeMachine()).level()).isEqualTo(Level.OK);
        assertThat(check.examine(new FakeMachine().busy("{\"name\":\"penstock\",\"version\":\"1\"}"))
                        .detail())
                .isEqualTo("an orchestrator is running here already");
        Finding taken = check.examine(new FakeMachine().busy("<html>"));
        assertThat(taken.level()).isEqualTo(Level.PROBLEM);
        assertThat(taken.text())
                .isEqualTo(
                        "problem  port 7070    another program listens there: end it, or set penstock.control.port for"
                                + " workers");
    }

    @Test
    void dataRootMustBeAFolder() {
        assertThat(new DataRootCheck(folder).examine(new FakeMachine()).level()).isEqualTo(Level.OK);
        assertThat(new DataRootCheck(folder.resolve("none"))
                        .examine(new FakeMachine())
                        .level())
                .isEqualTo(Level.PROBLEM);
    }

    @Test
    void stateMayBeMadeBelowAFolderButNotBelowAFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(new StateCheck(folder.resolve("a/b"))
                        .examine(new FakeMachine())
                        .level())
                .isNotEqualTo(Level.PROBLEM);
        assertThat(new StateCheck(file.resolve("a")).examine(new FakeMachine()).level())
                .isEqualTo(Level.PROBLEM);
    }

    @Test
    void backendMustOpen() throws IOException {
        Path jar = folder.resolve("worker.jar");
        BackendCheck check = new BackendCheck(Path.of("java"), jar);
        assertThat(check.examine(new FakeMachine()).detail()).startsWith("there is no worker at");
        Files.createFile(jar);
        assertThat(check.examine(new FakeMachine()).detail()).contains("did not open within 30 s");
        Finding works =
                check.examine(new FakeMachine().program("java", 0, "WARNING: x\ncpu on A, 8 threads: 90 GFLOP/s\n"));
        assertThat(works).isEqualTo(Finding.ok("backend", "cpu on A, 8 threads: 90 GFLOP/s"));
        Finding fails =
                check.examine(new FakeMachine().program("java", 1, "java.lang.UnsatisfiedLinkError: no openblas\n\n"));
        assertThat(fails.level()).isEqualTo(Level.PROBLEM);
        assertThat(fails.detail()).isEqualTo("java.lang.UnsatisfiedLinkError: no openblas");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NVIDIA A100-SXM4-40GB, 8.0, 535.104.05 | OK
            NVIDIA GeForce RTX 4090, 8.9, 535.104.05 | OK
            NVIDIA A10, 8.6, 440.10 | PROBLEM
            NVIDIA H200, 9.0, 550.54.15 | PROBLEM
            Tesla K10, 3.0, 470.1 | PROBLEM
            """)
    void gpuMustBeServedByTheCudaLibrary(String gpu, Level level) throws IOException {
        Files.createFile(folder.resolve("nd4j-cuda-11.6-1.0.0-M2.1.jar"));
        FakeMachine machine = new FakeMachine().program("nvidia-smi", 0, "NVIDIA A30, 8.0, 550.1\n" + gpu + "\n");
        assertThat(new GpuCheck(folder).examine(machine).level()).isEqualTo(level);
    }

    @Test
    void gpuWhenWorkerIsBuiltForTheProcessorIsNotNeeded() throws IOException {
        GpuCheck check = new GpuCheck(folder);
        assertThat(check.examine(new FakeMachine())).isEqualTo(Finding.ok("gpu", "none, and the worker needs none"));
        assertThat(check.examine(new FakeMachine().program("nvidia-smi", 0, H100))
                        .detail())
                .contains("NVIDIA H100", "not used");
        Files.createFile(folder.resolve("nd4j-cuda-11.6-1.0.0-M2.1.jar"));
        assertThat(check.examine(new FakeMachine()).level()).isEqualTo(Level.PROBLEM);
        assertThat(check.examine(new FakeMachine().program("nvidia-smi", 0, H100))
                        .fix())
                .contains("not H100, H200 or B200");
    }
}
