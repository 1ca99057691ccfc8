/**
 * The objects in a chart's manifest: how they are read, how they can differ from the live objects,
 * and which differences are left. Pure, like the package of the release.
 */
@NullMarked
package dev.catamaran.manifest;

import org.jspecify.annotations.NullMarked;
