/**
 * Informers that keep only what is needed of the objects they see. They know nothing of charts or
 * releases.
 */
@NullMarked
package dev.catamaran.informer;

import org.jspecify.annotations.NullMarked;
