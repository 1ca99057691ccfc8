/**
 * Second step of a pass: determines the state of a release. Answers from memory, except for a lost
 * release.
 */
@NullMarked
package dev.catamaran.observe;

import org.jspecify.annotations.NullMarked;
