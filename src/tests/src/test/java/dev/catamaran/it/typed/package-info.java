package dev.catamaran.it.typed;

/** Typed reconcilers, webhooks and the samples. */
