/**
 * A proxy between an operator and its API server that breaks what passes, on the level of TCP and
 * on that of HTTP. Tests of faults, and chaos, are run through it.
 */
@NullMarked
package dev.catamaran.faults;

import org.jspecify.annotations.NullMarked;
