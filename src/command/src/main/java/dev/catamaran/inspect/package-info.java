/** Finds kinds and primaries with the rights of a person, by a kubeconfig, without the operator. */
@NullMarked
package dev.catamaran.inspect;

import org.jspecify.annotations.NullMarked;
