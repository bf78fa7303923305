package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.Set;

/** Every action is stamped twice, so reading the clock must be cheap. */
record ClockCheck() implements Check {

    private static final String CHECK = "clock";
    private static final Path SOURCE = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final Set<String> SLOW = Set.of("hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies");

    @Override
    public Finding examine(Machine machine) {
        String source = machine.read(SOURCE).map(String::strip).orElse("unknown on this platform");
        return SLOW.contains(source)
                ? Finding.warning(CHECK, source, "reading it takes a microsecond or more: have the kernel use tsc")
                : Finding.ok(CHECK, source);
    }
}
