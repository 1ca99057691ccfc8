/** Tests of commands that need the samples. */
@NullMarked
package dev.catamaran.cli;

import org.jspecify.annotations.NullMarked;
