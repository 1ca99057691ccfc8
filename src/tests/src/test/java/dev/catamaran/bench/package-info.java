/**
 * {@code make measure WHAT=bench}: measures Catamaran beside the Go operators, Helm calls alone,
 * and plain clients, on one cluster in one run. It asserts no time.
 */
@NullMarked
package dev.catamaran.bench;

import org.jspecify.annotations.NullMarked;
