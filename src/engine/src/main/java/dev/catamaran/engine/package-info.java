/** The engine, Helm in a process of its own, as Java starts and asks it. */
@NullMarked
package dev.catamaran.engine;

import org.jspecify.annotations.NullMarked;
