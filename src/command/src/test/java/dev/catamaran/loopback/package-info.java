/**
 * What servers on the loopback interface in the place of an API server share: the gateway of a
 * preview, and the stand-in cluster of the tests, in which an operator can start.
 */
@NullMarked
package dev.catamaran.loopback;

import org.jspecify.annotations.NullMarked;
