package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Each client and each pair of workers needs open files. */
record OpenFilesCheck() implements Check {

    private static final String CHECK = "open files";
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern LINE = Pattern.compile("Max open files\\s+(\\d+|unlimited)");
    private static final long LEAST = 4096;

    @Override
    public Finding examine(Machine machine) {
        Optional<String> limit =
                machine.read(LIMITS).map(LINE::matcher).filter(Matcher::find).map(matcher -> matcher.group(1));
        if (limit.isEmpty() || limit.get().equals("unlimited") || Long.parseLong(limit.get()) >= LEAST) {
            return Finding.ok(CHECK, limit.orElse("unknown on this platform"));
        }
        return Finding.warning(
                CHECK, "at most " + limit.get(), "1,024 clients need %,d: raise it with ulimit -n".formatted(LEAST));
    }
}
