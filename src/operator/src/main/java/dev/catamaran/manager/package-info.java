/**
 * The composition root. Builds everything once from the options and the watches, and starts and
 * stops it. Makes no decision about releases.
 */
@NullMarked
package dev.catamaran.manager;

import org.jspecify.annotations.NullMarked;
