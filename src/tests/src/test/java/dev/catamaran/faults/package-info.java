/**
 * A proxy between an operator and its API server that causes faults on the levels of TCP and HTTP.
 * Tests of faults use it, and the chaos test.
 */
@NullMarked
package dev.catamaran.faults;

import org.jspecify.annotations.NullMarked;
