/**
 * Fifth step of a pass: what follows from an outcome, one row each, and its report on the primary.
 */
@NullMarked
package dev.catamaran.report;

import org.jspecify.annotations.NullMarked;
