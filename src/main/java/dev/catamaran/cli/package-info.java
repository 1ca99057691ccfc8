/**
 * The command line. Only this package ends the process, writes to standard output, and configures
 * logging.
 */
@NullMarked
package dev.catamaran.cli;

import org.jspecify.annotations.NullMarked;
