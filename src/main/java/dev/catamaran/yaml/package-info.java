/**
 * YAML that remembers its lines and columns. What watches.yaml and the files of a chart are read
 * with, so that an error can name the place.
 */
@NullMarked
package dev.catamaran.yaml;

import org.jspecify.annotations.NullMarked;
