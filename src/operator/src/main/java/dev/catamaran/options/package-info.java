/** Options of a manager. */
@NullMarked
package dev.catamaran.options;

import org.jspecify.annotations.NullMarked;
