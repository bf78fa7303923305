package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/** Rows of equal width in memory, stored as compactly as their source allows. */
interface Rows {

    int count();

    /** Values in one row; each is written as 4 bytes. */
    int width();

    /** Writes one row as little-endian float32 or int32, from byte offset on. */
    void write(int row, MemorySegment out, long offset);
}
