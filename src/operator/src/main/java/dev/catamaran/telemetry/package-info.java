/**
 * The operator's telemetry: the names and meaning of its metrics, and the trace of each pass. This
 * package does not depend on releases; the code that does the work reports it here.
 */
@NullMarked
package dev.catamaran.telemetry;

import org.jspecify.annotations.NullMarked;
