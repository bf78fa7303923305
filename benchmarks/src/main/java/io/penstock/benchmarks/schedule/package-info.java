/** How long it takes to prove and to simulate a schedule. */
@NullMarked
package io.penstock.benchmarks.schedule;

import org.jspecify.annotations.NullMarked;
