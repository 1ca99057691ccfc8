/** Writes the manifests that follow from the Java classes of watches.yaml, without a cluster. */
@NullMarked
package dev.catamaran.manifests;

import org.jspecify.annotations.NullMarked;
