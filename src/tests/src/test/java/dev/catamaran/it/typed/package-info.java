/** Typed reconcilers, webhooks and the samples. */
package dev.catamaran.it.typed;
