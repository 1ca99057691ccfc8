/**
 * Predicts what the operator would change. Runs its pass against a gateway that forwards reads to
 * the API server and keeps back each write.
 */
@NullMarked
package dev.catamaran.preview;

import org.jspecify.annotations.NullMarked;
