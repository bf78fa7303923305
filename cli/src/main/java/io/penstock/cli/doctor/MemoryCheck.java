package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory for an orchestrator and workers with small models.
 *
 * @param workers that share the machine
 */
record MemoryCheck(int workers) implements Check {

    private static final String CHECK = "memory";
    private static final long MIB = 1 << 20;

    /** A process with a small model, as measured; a large model needs its weights and activations beside that. */
    private static final long PROCESS_MIB = 400;

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path LIMIT = Path.of("/sys/fs/cgroup/memory.max");
    private static final Path USED = Path.of("/sys/fs/cgroup/memory.current");
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    @Override
    public Finding examine(Machine machine) {
        Optional<Long> available = machine.read(MEMINFO).flatMap(MemoryCheck::available);
        if (available.isEmpty()) {
            return Finding.ok(CHECK, "unknown on this platform");
        }
        long free = Math.min(available.get(), left(machine));
        long needed = (1 + workers) * PROCESS_MIB;
        String text = "%,d MiB are free, %d workers and an orchestrator need %,d".formatted(free, workers, needed);
        if (free < 2 * PROCESS_MIB) {
            return Finding.problem(CHECK, text, "end other programs or raise the container's limit");
        }
        return free < needed
                ? Finding.warning(CHECK, text, "use fewer workers, end other programs or raise the container's limit")
                : Finding.ok(CHECK, text);
    }

    private static Optional<Long> available(String meminfo) {
        Matcher matcher = AVAILABLE.matcher(meminfo);
        return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1)) * 1024 / MIB) : Optional.empty();
    }

    /** What the container has left; "max" stands for no limit. */
    private static long left(Machine machine) {
        Optional<Long> limit = machine.read(LIMIT)
                .map(String::strip)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::parseLong);
        long used = machine.read(USED).map(String::strip).map(Long::parseLong).orElse(0L);
        return limit.map(bytes -> (bytes - used) / MIB).orElse(Long.MAX_VALUE);
    }
}
