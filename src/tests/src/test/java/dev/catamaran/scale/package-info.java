/**
 * Measures the cost of many primaries for one operator. It writes their releases directly, because
 * Helm would need hours to install them.
 */
@NullMarked
package dev.catamaran.scale;

import org.jspecify.annotations.NullMarked;
