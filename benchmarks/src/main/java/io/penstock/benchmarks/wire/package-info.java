/** What the wire costs: tensors between two processes on one machine. */
@NullMarked
package io.penstock.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
