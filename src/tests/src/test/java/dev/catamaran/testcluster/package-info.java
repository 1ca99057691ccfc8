/**
 * A real Kubernetes for integration tests, shared by all tests of a run, and an operator to try on
 * it. Nothing in here is faked.
 */
@NullMarked
package dev.catamaran.testcluster;

import org.jspecify.annotations.NullMarked;
