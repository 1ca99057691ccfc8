/**
 * Measures the pure parts of the operator with JMH: their benchmarks are in the packages of these
 * parts.
 */
@NullMarked
package dev.catamaran.jmh;

import org.jspecify.annotations.NullMarked;
