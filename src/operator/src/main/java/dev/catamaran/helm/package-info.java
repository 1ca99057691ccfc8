/**
 * The access to Helm: the engine on helm-java without its pitfalls, the Secrets of Helm's
 * revisions, and the engine's copy of a chart. No other package uses helm-java.
 */
@NullMarked
package dev.catamaran.helm;

import org.jspecify.annotations.NullMarked;
