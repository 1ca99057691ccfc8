/**
 * Finds out what a great many primaries cost one operator. Their releases are written directly, as
 * making them through Helm would take hours.
 */
@NullMarked
package dev.catamaran.scale;

import org.jspecify.annotations.NullMarked;
