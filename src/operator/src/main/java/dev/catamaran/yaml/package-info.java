/**
 * YAML parsing that keeps lines and columns. Used for watches.yaml and the files of a chart, so
 * that an error can contain the position.
 */
@NullMarked
package dev.catamaran.yaml;

import org.jspecify.annotations.NullMarked;
