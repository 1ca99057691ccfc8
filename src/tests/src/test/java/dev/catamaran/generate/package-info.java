/** Compares the manifests in {@code config} with the Java classes that they follow from. */
@NullMarked
package dev.catamaran.generate;

import org.jspecify.annotations.NullMarked;
