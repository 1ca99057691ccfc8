/**
 * What the author of a typed reconciler has beside the Java Operator SDK. Everything public in it
 * is API; it knows nothing of how the operator is made.
 */
@NullMarked
package dev.catamaran.kit;

import org.jspecify.annotations.NullMarked;
