/**
 * Everything that touches Helm: the engine behind helm-java with its traps closed, the Secrets that
 * Helm keeps revisions in, and the chart copy that is handed to it. Nothing outside of this package
 * knows of helm-java.
 */
@NullMarked
package dev.catamaran.helm;

import org.jspecify.annotations.NullMarked;
