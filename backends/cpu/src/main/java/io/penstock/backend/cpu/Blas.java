package io.penstock.backend.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/** OpenBLAS on one thread: whoever calls splits the work. JavaCPP unpacks and loads the library and has no part in calls. */
final class Blas {

    private static final int ROW_MAJOR = 101;
    private static final int PLAIN = 111;
    private static final int TRANSPOSED = 112;

    /** The library that the bindings load; the one with LAPACK is unpacked only where something else needs it. */
    private static final String FILE = "libopenblas_nolapack\\.(so\\.0|0\\.dylib)";

    private static final SymbolLookup LIBRARY = load();
    private static final MethodHandle SGEMM = function(
            "cblas_sgemm",
            FunctionDescriptor.ofVoid(
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_FLOAT,
                    JAVA_LONG,
                    JAVA_INT,
                    JAVA_LONG,
                    JAVA_INT,
                    JAVA_FLOAT,
                    JAVA_LONG,
                    JAVA_INT));
    private static final MethodHandle SGEMV = function(
            "cblas_sgemv",
            FunctionDescriptor.ofVoid(
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_INT,
                    JAVA_FLOAT,
                    JAVA_LONG,
                    JAVA_INT,
                    JAVA_LONG,
                    JAVA_INT,
                    JAVA_FLOAT,
                    JAVA_LONG,
                    JAVA_INT));

    private Blas() {}

    private static SymbolLookup load() {
        SymbolLookup library = SymbolLookup.libraryLookup(library(), Arena.global());
        MethodHandle setThreads = Linker.nativeLinker()
                .downcallHandle(library.findOrThrow("openblas_set_num_threads"), FunctionDescriptor.ofVoid(JAVA_INT));
        try {
            setThreads.invokeExact(1);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return library;
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(LIBRARY.findOrThrow(name), descriptor);
    }

    /** The library beside its JNI bindings, which JavaCPP unpacks into its cache with all that it needs. */
    private static Path library() {
        Path bindings = new File(Loader.load(openblas_nolapack.class)).toPath();
        try (Stream<Path> files = Files.list(bindings.resolveSibling(""))) {
            return files.filter(file -> file.getFileName().toString().matches(FILE))
                    .findFirst()
                    .orElseThrow(() -> new UnsupportedOperationException(
                            "there is no OpenBLAS beside %s: delete JavaCPP's cache folder, so that it is unpacked again"
                                    .formatted(bindings)));
        } catch (IOException e) {
            throw new UnsupportedOperationException("OpenBLAS could not be looked up beside " + bindings, e);
        }
    }

    /**
     * c [m, n] = alpha · op(a) · op(b) + beta · c, for row-major matrices at addresses whose rows are so many elements apart.
     */
    static void sgemm(
            boolean transposeA,
            boolean transposeB,
            int m,
            int n,
            int k,
            float alpha,
            long a,
            int strideA,
            long b,
            int strideB,
            float beta,
            long c,
            int strideC) {
        try {
            SGEMM.invokeExact(
                    ROW_MAJOR,
                    transposeA ? TRANSPOSED : PLAIN,
                    transposeB ? TRANSPOSED : PLAIN,
                    m,
                    n,
                    k,
                    alpha,
                    a,
                    strideA,
                    b,
                    strideB,
                    beta,
                    c,
                    strideC);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** y += op(a) · x, for a row-major [rows, columns] whose rows are so many elements apart. */
    static void sgemv(boolean transpose, int rows, int columns, long a, int stride, long x, long y) {
        try {
            SGEMV.invokeExact(ROW_MAJOR, transpose ? TRANSPOSED : PLAIN, rows, columns, 1f, a, stride, x, 1, 1f, y, 1);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
