/** Writes the manifests that follow from the Java classes of watches.yaml, without a cluster. */
@NullMarked
package dev.catamaran.generate;

import org.jspecify.annotations.NullMarked;
