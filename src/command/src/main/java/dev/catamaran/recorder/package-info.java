/**
 * Records what Helm requests from an API server for a chart. A stand-in API server on the loopback
 * interface answers, so no cluster is needed.
 */
@NullMarked
package dev.catamaran.recorder;

import org.jspecify.annotations.NullMarked;
