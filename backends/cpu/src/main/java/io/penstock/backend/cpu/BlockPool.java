package io.penstock.backend.cpu;

import java.util.ArrayDeque;

/**
 * Owns all memory of tensors. Blocks that were given back are kept for the next tensor of their class, so that a steady step
 * asks the system for nothing; live and kept bytes together stay within {@value #SLACK} of the most bytes that were ever live
 * at once, and the class that was unused longest goes first. Thread-safe.
 */
final class BlockPool implements AutoCloseable {

    private static final double SLACK = 1.25;

    /** The kept blocks of one class. */
    private static final class Shelf {

        final ArrayDeque<Block> blocks = new ArrayDeque<>();
        long lastUse;
    }

    private final Shelf[] shelves = new Shelf[Block.CLASSES];
    private long uses;
    private long keptBytes;
    private long heldBytes;
    private long peakBytes;
    private long liveTensors;
    private long liveBytes;
    private boolean closed;

    /** A block of at least so many bytes, with undefined content. */
    synchronized Block take(long bytes) {
        if (closed) {
            throw new IllegalStateException("the cpu backend is closed: open another");
        }
        int sizeClass = Block.sizeClass(bytes);
        Block block = shelf(sizeClass).blocks.poll();
        if (block == null) {
            block = Block.allocate(sizeClass);
        } else {
            keptBytes -= block.bytes();
        }
        liveTensors++;
        liveBytes += bytes;
        heldBytes += block.bytes();
        peakBytes = Math.max(peakBytes, heldBytes);
        return block;
    }

    /** Something to do with memory that is given back afterwards. */
    interface Use {
        void with(long address);
    }

    /** Lends a block. */
    void with(long bytes, Use use) {
        Block block = take(bytes);
        try {
            use.with(block.address());
        } finally {
            give(block, bytes);
        }
    }

    /** Takes a block back; bytes is what it was taken for. */
    synchronized void give(Block block, long bytes) {
        liveTensors--;
        liveBytes -= bytes;
        heldBytes -= block.bytes();
        keptBytes += block.bytes();
        shelf(block.sizeClass()).blocks.push(block);
        trim(closed ? 0 : (long) (peakBytes * SLACK) - heldBytes);
    }

    synchronized long liveTensors() {
        return liveTensors;
    }

    synchronized long liveBytes() {
        return liveBytes;
    }

    synchronized long keptBytes() {
        return keptBytes;
    }

    /** Frees what is kept; a block that is still live is freed when it is given back. */
    @Override
    public synchronized void close() {
        closed = true;
        trim(0);
    }

    private Shelf shelf(int sizeClass) {
        Shelf shelf = shelves[sizeClass];
        if (shelf == null) {
            shelf = new Shelf();
            shelves[sizeClass] = shelf;
        }
        shelf.lastUse = uses++;
        return shelf;
    }

    private void trim(long allowed) {
        while (keptBytes > allowed) {
            Block block = oldest().blocks.pop();
            keptBytes -= block.bytes();
            block.free();
        }
    }

    private Shelf oldest() {
        Shelf oldest = null;
        for (Shelf shelf : shelves) {
            if (shelf != null && !shelf.blocks.isEmpty() && (oldest == null || shelf.lastUse < oldest.lastUse)) {
                oldest = shelf;
            }
        }
        if (oldest == null) {
            throw new IllegalStateException("kept bytes without a block");
        }
        return oldest;
    }
}
