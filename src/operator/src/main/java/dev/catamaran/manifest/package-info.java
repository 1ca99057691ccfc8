/**
 * The objects in a chart's manifest: reading, comparison with the live objects, and exemption from
 * that comparison. Pure, like the package of the release.
 */
@NullMarked
package dev.catamaran.manifest;

import org.jspecify.annotations.NullMarked;
