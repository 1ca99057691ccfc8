/**
 * A real Kubernetes cluster for the integration tests of a run, and helpers to start operators on
 * it. Nothing in this package is a fake.
 */
@NullMarked
package dev.catamaran.testcluster;

import org.jspecify.annotations.NullMarked;
