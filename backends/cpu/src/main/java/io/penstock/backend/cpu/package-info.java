/** The arithmetic on the processor: OpenBLAS for products of matrices, vector kernels for everything else, off-heap memory. */
@NullMarked
package io.penstock.backend.cpu;

import org.jspecify.annotations.NullMarked;
