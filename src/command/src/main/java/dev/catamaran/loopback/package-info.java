/**
 * Servers on the loopback interface in the place of an API server: what they share, and one that
 * stores objects in memory. With that one an operator can start without a cluster.
 */
@NullMarked
package dev.catamaran.loopback;

import org.jspecify.annotations.NullMarked;
