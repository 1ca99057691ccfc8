/**
 * The status subresource of a chart-backed primary: conditions that users of the Go operators know,
 * and a summary for all other readers. Pure, except for the patch that writes the status.
 */
@NullMarked
package dev.catamaran.status;

import org.jspecify.annotations.NullMarked;
