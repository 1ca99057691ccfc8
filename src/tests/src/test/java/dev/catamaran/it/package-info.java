package dev.catamaran.it;

/** Tests of the operator on a real API server. Each class tests one behaviour. */
