/**
 * First step of a pass: determines the desired release of a primary, from its spec, its chart and
 * the values that it references.
 */
@NullMarked
package dev.catamaran.desired;

import org.jspecify.annotations.NullMarked;
