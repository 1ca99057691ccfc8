/**
 * Tests of many charts: each chart of src/tests/src/test/charts becomes a kind with one primary.
 * The tests compare its objects before and after each event.
 */
@NullMarked
package dev.catamaran.trial;

import org.jspecify.annotations.NullMarked;
