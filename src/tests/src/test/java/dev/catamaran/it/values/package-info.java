package dev.catamaran.it.values;

/** Values, and extensions of charts. */
