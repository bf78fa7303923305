package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.nd4j.linalg.api.concurrency.AffinityManager;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOps;

/** The device that a backend stays on. ND4J spreads threads over all GPUs it sees, so each thread is bound before it works. */
record Nd4jDevice(int index, Device description) {

    static Nd4jDevice select(NativeOps library, int device) {
        if (Nd4j.getEnvironment().isCPU()) {
            return new Nd4jDevice(0, new Device(processorName(), hostMemory()));
        }
        if (device < 0 || device >= library.getAvailableDevices()) {
            throw new UnsupportedOperationException(
                    "device %d of %d is not visible: set CUDA_VISIBLE_DEVICES or the device index"
                            .formatted(device, library.getAvailableDevices()));
        }
        String name = library.getDeviceName(device);
        new ComputeCapability(library.getDeviceMajor(device), library.getDeviceMinor(device)).check(name);
        Nd4jDevice selected = new Nd4jDevice(device, new Device(name, library.getDeviceTotalMemory(device)));
        selected.bind();
        return selected;
    }

    /** Makes the calling thread use this device. */
    void bind() {
        AffinityManager affinity = Nd4j.getAffinityManager();
        if (affinity.getDeviceForCurrentThread() != index) {
            affinity.unsafeSetDevice(index);
        }
    }

    /** The model's name where Linux tells it, else the architecture. */
    private static String processorName() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseGet(() -> System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    private static long hostMemory() {
        var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean memory
                ? memory.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }
}
