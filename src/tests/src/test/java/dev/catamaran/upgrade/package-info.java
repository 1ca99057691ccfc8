/**
 * What each version of the operator leaves in a cluster, recorded as files. Later versions take it
 * over in the tests.
 */
@NullMarked
package dev.catamaran.upgrade;

import org.jspecify.annotations.NullMarked;
