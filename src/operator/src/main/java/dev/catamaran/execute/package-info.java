/**
 * Fourth step of a pass: executes the one action. Only this package changes anything except the
 * status.
 */
@NullMarked
package dev.catamaran.execute;

import org.jspecify.annotations.NullMarked;
