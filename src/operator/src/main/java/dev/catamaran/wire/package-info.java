/**
 * Reads the answers of the API server. An unreadable object does not affect other objects. This
 * package does not depend on charts, releases or watches.
 */
@NullMarked
package dev.catamaran.wire;

import org.jspecify.annotations.NullMarked;
