/**
 * Takes new versions of charts, and of Catamaran, into a project, merged with the edits of people.
 */
@NullMarked
package dev.catamaran.update;

import org.jspecify.annotations.NullMarked;
