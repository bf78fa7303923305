package io.penstock.benchmarks.step;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A backend that notes how long each kernel takes, by its name and, for products, by sizes. */
final class KernelTimes implements InvocationHandler {

    private static final double MILLIS = 1e-6;

    private final Backend backend;
    private final LongSupplier clock;
    private final Map<String, Entry> entries = new TreeMap<>();

    private static final class Entry {
        private long nanos;
        private long calls;
        private double flops;
    }

    /** @param clock reads nanoseconds */
    KernelTimes(Backend backend, LongSupplier clock) {
        this.backend = backend;
        this.clock = clock;
    }

    Backend proxy() {
        return (Backend)
                Proxy.newProxyInstance(KernelTimes.class.getClassLoader(), new Class<?>[] {Backend.class}, this);
    }

    void reset() {
        entries.clear();
    }

    long nanos() {
        return entries.values().stream().mapToLong(each -> each.nanos).sum();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        long start = clock.getAsLong();
        try {
            return method.invoke(backend, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            note(method.getName(), arguments, clock.getAsLong() - start);
        }
    }

    private void note(String method, @Nullable Object @Nullable [] arguments, long nanos) {
        String name = method;
        double flops = 0;
        if (arguments != null && method.equals("matmul")) {
            boolean transposeA = (boolean) arguments[1];
            Tensor a = (Tensor) arguments[0];
            Tensor out = (Tensor) arguments[5];
            int inner = transposeA ? a.shape().rows() : a.shape().columns();
            flops = 2.0 * inner * out.shape().size();
            name = "matmul %d×%d×%d%s%s"
                    .formatted(
                            out.shape().rows(),
                            out.shape().columns(),
                            inner,
                            transposeA ? " aᵀ" : "",
                            (boolean) arguments[3] ? " bᵀ" : "");
        }
        Entry entry = entries.computeIfAbsent(name, _ -> new Entry());
        entry.nanos += nanos;
        entry.calls++;
        entry.flops += flops;
    }

    /** One line a kernel, longest first, as means of so many steps. */
    String table(int steps) {
        Stream<String> lines = entries.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue().nanos))
                .map(each -> line(each.getKey(), each.getValue(), steps));
        return Stream.concat(Stream.of("    ms  calls  GFLOP/s  kernel"), lines).collect(Collectors.joining("\n"));
    }

    private static String line(String name, Entry entry, int steps) {
        String rate = entry.flops == 0 ? "" : "%.1f".formatted(entry.flops / entry.nanos);
        return "%6.2f %6d %8s  %s".formatted(entry.nanos * MILLIS / steps, entry.calls / steps, rate, name);
    }
}
