package io.penstock.engine.backend;

/** Opens a backend; found by ServiceLoader. */
public interface BackendProvider {

    /** The name used in configuration, for example {@code cpu}. */
    String name();

    /** Where no backend is configured, the one that prefers itself most is used: 0 if others do it better, 2 on an accelerator. */
    int preference();

    /**
     * Opens the backend on a device.
     *
     * @param device index of the device among those that the process sees; CPU backends ignore it
     * @param threads how many threads a kernel may use, at least 1
     * @throws UnsupportedOperationException if the device cannot be served, with the reason and the fix
     */
    Backend open(int device, int threads);
}
