/**
 * Shows releases to people, and writes their requests. Works by a kubeconfig, without the operator.
 */
@NullMarked
package dev.catamaran.inspect;

import org.jspecify.annotations.NullMarked;
