/**
 * Charts on trial: each chart of src/tests/src/test/charts becomes a kind of its own with one
 * primary, and what it makes is compared before and after whatever happens to it.
 */
@NullMarked
package dev.catamaran.trial;

import org.jspecify.annotations.NullMarked;
