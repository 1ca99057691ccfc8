/**
 * Chooses one of several instances by a Lease, and ends the process before another may hold it. No
 * clock but this machine's monotonic one decides anything.
 */
@NullMarked
package dev.catamaran.election;

import org.jspecify.annotations.NullMarked;
