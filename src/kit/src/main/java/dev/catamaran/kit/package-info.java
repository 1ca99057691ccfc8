/**
 * The tools for a typed reconciler in addition to the Java Operator SDK. Everything public here is
 * API. The package does not depend on the implementation of the operator.
 */
@NullMarked
package dev.catamaran.kit;

import org.jspecify.annotations.NullMarked;
