/**
 * Elects one of several instances by a Lease, and ends the process before another may hold it. Only
 * this machine's monotonic clock decides.
 */
@NullMarked
package dev.catamaran.election;

import org.jspecify.annotations.NullMarked;
