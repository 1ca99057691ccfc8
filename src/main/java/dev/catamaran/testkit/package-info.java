/**
 * Runs reconcilers on a real API server, for the tests of those who write them. It fakes nothing
 * and belongs to no test framework: what fails throws an {@code AssertionError}.
 */
@NullMarked
package dev.catamaran.testkit;

import org.jspecify.annotations.NullMarked;
