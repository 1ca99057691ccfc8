/**
 * How the operator shows what it does: the names and meaning of its metrics, and the trace of each
 * pass. It knows nothing of releases; those who do the work tell it what they do.
 */
@NullMarked
package dev.catamaran.telemetry;

import org.jspecify.annotations.NullMarked;
