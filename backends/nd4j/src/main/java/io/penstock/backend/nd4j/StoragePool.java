package io.penstock.backend.nd4j;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Owns all buffers. Those that were given back are kept for the next tensor of equal layout, so that a steady step asks the
 * system for nothing; live and kept bytes together stay within {@value #SLACK} of the most bytes that were ever live at once,
 * and the layout that was unused longest goes first. Thread-safe.
 */
final class StoragePool implements AutoCloseable {

    private static final double SLACK = 1.25;

    private final Map<Storage.Layout, ArrayDeque<Storage>> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long keptBytes;
    private long liveTensors;
    private long liveBytes;
    private long peakBytes;
    private boolean closed;

    synchronized Storage take(Storage.Layout layout) {
        if (closed) {
            throw new IllegalStateException("the nd4j backend is closed: open another");
        }
        ArrayDeque<Storage> free = kept.get(layout);
        Storage storage = free == null ? null : free.poll();
        if (storage == null) {
            storage = Storage.allocate(layout);
        } else {
            keptBytes -= layout.bytes();
        }
        liveTensors++;
        liveBytes += layout.bytes();
        peakBytes = Math.max(peakBytes, liveBytes);
        return storage;
    }

    synchronized void give(Storage storage) {
        long bytes = storage.layout().bytes();
        liveTensors--;
        liveBytes -= bytes;
        keptBytes += bytes;
        kept.computeIfAbsent(storage.layout(), ignored -> new ArrayDeque<>()).push(storage);
        trim(closed ? 0 : (long) (peakBytes * SLACK) - liveBytes);
    }

    synchronized long liveTensors() {
        return liveTensors;
    }

    synchronized long liveBytes() {
        return liveBytes;
    }

    /** Frees what is kept; a tensor that is still live is freed when it is closed. */
    @Override
    public synchronized void close() {
        closed = true;
        trim(0);
    }

    private void trim(long allowed) {
        Iterator<ArrayDeque<Storage>> oldest = kept.values().iterator();
        while (keptBytes > allowed && oldest.hasNext()) {
            ArrayDeque<Storage> free = oldest.next();
            while (keptBytes > allowed && !free.isEmpty()) {
                Storage storage = free.pop();
                keptBytes -= storage.layout().bytes();
                storage.free();
            }
            if (free.isEmpty()) {
                oldest.remove();
            }
        }
    }
}
