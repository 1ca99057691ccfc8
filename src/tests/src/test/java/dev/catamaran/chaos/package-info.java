/**
 * Many primaries, with changes by users, and random faults at the same time, for a given time and
 * seed. {@code make measure WHAT=chaos} runs it.
 */
@NullMarked
package dev.catamaran.chaos;

import org.jspecify.annotations.NullMarked;
