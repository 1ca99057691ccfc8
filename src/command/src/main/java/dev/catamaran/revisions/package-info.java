/**
 * What Helm has stored of a release: its history, its values with their sources, what it rendered.
 */
@NullMarked
package dev.catamaran.revisions;

import org.jspecify.annotations.NullMarked;
