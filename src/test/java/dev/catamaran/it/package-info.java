/** What the operator does, tried on a real API server: one class for each behaviour. */
@NullMarked
package dev.catamaran.it;

import org.jspecify.annotations.NullMarked;
