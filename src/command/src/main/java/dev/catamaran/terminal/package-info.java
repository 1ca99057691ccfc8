/**
 * Texts for a terminal: tables, trees, colours, ages, and forms for programs. Nothing here knows a
 * cluster.
 */
@NullMarked
package dev.catamaran.terminal;

import org.jspecify.annotations.NullMarked;
