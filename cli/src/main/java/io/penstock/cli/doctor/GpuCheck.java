package io.penstock.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * GPUs and their driver, against what the worker's CUDA library can serve.
 *
 * @param libraries of the worker
 */
record GpuCheck(Path libraries) implements Check {

    private static final String CHECK = "gpu";
    private static final String REASON =
            "nd4j-cuda-11.6 holds machine code for compute capability 3.7 to 8.6 and no PTX: it serves"
                    + " GPUs such as A100, A10 and the RTX 30 and 40 classes, and not H100, H200 or B200";
    private static final Pattern GPU =
            Pattern.compile(".*, *(?<major>\\d{1,3})\\.(?<minor>\\d), *(?<driver>\\d{1,6})\\..*");
    private static final int OLDEST = 37;
    private static final int NEWEST = 89;
    private static final int OLDEST_DRIVER = 450;
    private static final List<String> QUESTION =
            List.of("nvidia-smi", "--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader");

    @Override
    public Finding examine(Machine machine) {
        boolean cuda = builtForCuda();
        Optional<List<String>> gpus = machine.run(QUESTION)
                .filter(answer -> answer.exitCode() == 0)
                .map(answer ->
                        answer.output().lines().filter(line -> !line.isBlank()).toList())
                .filter(lines -> !lines.isEmpty());
        if (gpus.isEmpty()) {
            return cuda
                    ? Finding.problem(
                            CHECK,
                            "nvidia-smi finds none, and the worker is built for CUDA",
                            "install NVIDIA's driver, or build without -Pcuda")
                    : Finding.ok(CHECK, "none, and the worker needs none");
        }
        String text = String.join("; ", gpus.get());
        return cuda
                ? gpus.get().stream()
                        .map(GpuCheck::verdict)
                        .filter(finding -> finding.level() != Level.OK)
                        .findFirst()
                        .orElse(Finding.ok(CHECK, text))
                : Finding.ok(CHECK, text + ", not used: the worker is built for the processor");
    }

    private boolean builtForCuda() {
        String[] names = Optional.ofNullable(libraries.toFile().list()).orElse(new String[0]);
        return Files.isDirectory(libraries) && List.of(names).stream().anyMatch(name -> name.startsWith("nd4j-cuda"));
    }

    private static Finding verdict(String gpu) {
        Matcher parts = GPU.matcher(gpu);
        if (!parts.matches()) {
            return Finding.warning(CHECK, gpu, "nvidia-smi tells too little to judge it: update NVIDIA's driver");
        }
        int capability = 10 * Integer.parseInt(parts.group("major")) + Integer.parseInt(parts.group("minor"));
        if (capability < OLDEST || capability > NEWEST) {
            return Finding.problem(CHECK, gpu, REASON + "; use such a GPU, or build without -Pcuda");
        }
        return Integer.parseInt(parts.group("driver")) < OLDEST_DRIVER
                ? Finding.problem(CHECK, gpu, "CUDA 11 needs driver %d or newer: update it".formatted(OLDEST_DRIVER))
                : Finding.ok(CHECK, gpu);
    }
}
