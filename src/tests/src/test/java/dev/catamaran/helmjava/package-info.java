/** The API of helm-java on the engine, with a real API server. */
@NullMarked
package dev.catamaran.helmjava;

import org.jspecify.annotations.NullMarked;
