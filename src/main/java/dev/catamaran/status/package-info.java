/**
 * The status subresource of a chart-backed primary: conditions that the Go operators' users know,
 * and a summary that everybody else can read. Pure but for the one patch that writes it.
 */
@NullMarked
package dev.catamaran.status;

import org.jspecify.annotations.NullMarked;
