/** The command line. Only this package ends the process and writes to standard output. */
@NullMarked
package dev.catamaran.cli;

import org.jspecify.annotations.NullMarked;
