package io.penstock.backend.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The C library's allocator, which neither zeroes memory nor counts it against the heap. */
final class SystemMemory {

    /** What begins a block: a cache line, and the widest vector. */
    static final int LINE = 64;

    private static final long HUGE_PAGE = 2L << 20;
    private static final int ADVICE_HUGE_PAGE = 14;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle ALLOCATE =
            function("aligned_alloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));
    private static final MethodHandle ADVISE =
            function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private SystemMemory() {}

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }

    /** The address of new memory with undefined content; bytes is a multiple of {@value #LINE}. */
    static long allocate(long bytes) {
        boolean huge = LINUX && bytes >= 2 * HUGE_PAGE;
        try {
            var memory = (MemorySegment) ALLOCATE.invokeExact(huge ? HUGE_PAGE : (long) LINE, bytes);
            if (memory.address() == 0) {
                throw new OutOfMemoryError(
                        "the system has no %,d bytes for a tensor: use smaller micro-batches, or more memory"
                                .formatted(bytes));
            }
            if (huge) {
                adviseHugePages(memory, bytes);
            }
            return memory.address();
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fewer misses of the address cache; where the system declines, memory works as well. */
    private static void adviseHugePages(MemorySegment memory, long bytes) throws Throwable {
        int ignored = (int) ADVISE.invokeExact(memory, bytes, ADVICE_HUGE_PAGE);
    }

    static void free(long address) {
        try {
            FREE.invokeExact(MemorySegment.ofAddress(address));
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
