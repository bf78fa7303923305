/** What a training step costs: whole steps of a job in one process, beside another framework and kernel by kernel. */
@NullMarked
package io.penstock.benchmarks.step;

import org.jspecify.annotations.NullMarked;
