/**
 * Many primaries, the people and tenants around them, and all that can go wrong at once, for a
 * given time and seed. {@code make chaos} runs it.
 */
@NullMarked
package dev.catamaran.chaos;

import org.jspecify.annotations.NullMarked;
