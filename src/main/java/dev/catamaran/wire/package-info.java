/**
 * Reads what the API server sends, so that an object that cannot be read harms no other. It knows
 * nothing of charts, releases or watches.
 */
@NullMarked
package dev.catamaran.wire;

import org.jspecify.annotations.NullMarked;
