/**
 * What the operator tells machines about itself: metrics and traces. It knows watches by their
 * kinds, and nothing of charts or releases.
 */
@NullMarked
package dev.catamaran.telemetry;

import org.jspecify.annotations.NullMarked;
