/**
 * Runs reconcilers on a real API server, for the tests of their authors. Uses no fakes, and is
 * independent of test frameworks: failures throw an {@code AssertionError}.
 */
@NullMarked
package dev.catamaran.testkit;

import org.jspecify.annotations.NullMarked;
