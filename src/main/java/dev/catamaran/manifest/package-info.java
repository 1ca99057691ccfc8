/**
 * The objects that a chart makes, as its manifest names them: how they are read, compared with what
 * is there, and exempted from that. Pure, like the release that they belong to.
 */
@NullMarked
package dev.catamaran.manifest;

import org.jspecify.annotations.NullMarked;
