package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Cores for the workers, and instructions for their kernels.
 *
 * @param workers that share the machine
 */
record ProcessorCheck(int workers) implements Check {

    private static final String CHECK = "processor";
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Set<String> WIDE = Set.of("avx2", "asimd");

    @Override
    public Finding examine(Machine machine) {
        int cores = machine.processors();
        String there = "%d cores for %d workers".formatted(cores, workers);
        List<String> flags = machine.read(CPUINFO).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("flags") || line.startsWith("Features"))
                .limit(1)
                .flatMap(line -> List.of(line.split("\\s+")).stream())
                .toList();
        if (!flags.isEmpty() && flags.stream().noneMatch(WIDE::contains)) {
            return Finding.warning(
                    CHECK, there + ", no AVX2", "kernels are several times slower here: use a newer processor");
        }
        if (cores < workers) {
            return Finding.warning(
                    CHECK,
                    there,
                    "they share cores, so bubbles are larger than planned: use fewer workers or more cores");
        }
        return Finding.ok(CHECK, there + (flags.isEmpty() ? "" : ", vector instructions"));
    }
}
