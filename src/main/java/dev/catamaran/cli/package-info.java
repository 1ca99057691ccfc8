/**
 * The command line. The only place that ends the process, writes to standard output, and knows of
 * logging's configuration.
 */
@NullMarked
package dev.catamaran.cli;

import org.jspecify.annotations.NullMarked;
