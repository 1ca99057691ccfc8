/**
 * The engine as helm-java's library of Helm. Code that is written with helm-java's API runs on it
 * unchanged.
 */
@NullMarked
package dev.catamaran.helmjava;

import org.jspecify.annotations.NullMarked;
