/**
 * Informers that keep only the needed parts of their objects. They do not depend on charts or
 * releases.
 */
@NullMarked
package dev.catamaran.informer;

import org.jspecify.annotations.NullMarked;
