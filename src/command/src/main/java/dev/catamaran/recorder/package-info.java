/** The kinds that a new cluster serves, and widely used custom ones. */
@NullMarked
package dev.catamaran.recorder;

import org.jspecify.annotations.NullMarked;
