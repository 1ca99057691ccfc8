/**
 * Writes the requests of people to the operator, to releases and rollouts, and waits for its
 * answers.
 */
@NullMarked
package dev.catamaran.requests;

import org.jspecify.annotations.NullMarked;
