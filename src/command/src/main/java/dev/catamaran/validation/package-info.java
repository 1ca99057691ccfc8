/** Checks a project without a cluster, and reports all problems at once. */
@NullMarked
package dev.catamaran.validation;

import org.jspecify.annotations.NullMarked;
