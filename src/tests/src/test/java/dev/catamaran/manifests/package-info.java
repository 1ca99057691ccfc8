/**
 * Writes the manifests under {@code config} that follow from Java classes, and fails the build when
 * a committed one no longer does.
 */
@NullMarked
package dev.catamaran.manifests;

import org.jspecify.annotations.NullMarked;
