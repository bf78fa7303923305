package io.penstock.engine.data;

/** Keeps samples from filling the memory of the process that loads them: they get half of the heap. */
final class HeapLimit {

    private HeapLimit() {}

    /**
     * @param pointer JSON pointer of the field that asks for the memory
     * @throws InvalidDataException if so many bytes are too many
     */
    static void check(String pointer, String name, long bytes) {
        long limit = Runtime.getRuntime().maxMemory() / 2;
        if (bytes > limit) {
            throw new InvalidDataException(
                    pointer,
                    "%s needs %d bytes of memory but may take %d, half of the heap: use fewer samples or a larger heap (-Xmx)"
                            .formatted(name, bytes, limit));
        }
    }
}
