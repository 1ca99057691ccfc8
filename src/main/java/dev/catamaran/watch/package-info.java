/**
 * What watches.yaml says: which API is reconciled by which chart or Java class, and how. Reads the
 * file once, at start, and tells all that is wrong with it at once.
 */
@NullMarked
package dev.catamaran.watch;

import org.jspecify.annotations.NullMarked;
