/**
 * Supplies the charts that watches name: pulls those that are elsewhere, follows those that are on
 * disk, and says why one cannot be had. Knows no cluster and no release.
 */
@NullMarked
package dev.catamaran.supply;

import org.jspecify.annotations.NullMarked;
