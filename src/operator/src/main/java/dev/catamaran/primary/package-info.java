/** Reads a chart-backed primary: its identity, spec and annotations. */
@NullMarked
package dev.catamaran.primary;

import org.jspecify.annotations.NullMarked;
