/**
 * What watches.yaml says: which API is reconciled by which chart or Java class, and how. Reads the
 * file whenever it is asked to, and tells all that is wrong with it at once.
 */
@NullMarked
package dev.catamaran.watch;

import org.jspecify.annotations.NullMarked;
