/**
 * The forms in which a project's operator is distributed: a Helm chart, and a bundle for the
 * Operator Lifecycle Manager. Both follow from config/.
 */
@NullMarked
package dev.catamaran.distribution;

import org.jspecify.annotations.NullMarked;
