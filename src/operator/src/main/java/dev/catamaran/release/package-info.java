/**
 * The pure core: the release, its observed state, and the one action that follows. This package
 * reads no clock, calls no API and touches no file; the ports {@link
 * dev.catamaran.release.HelmEngine} and {@link dev.catamaran.release.ReleaseStore} define the
 * adapters' duties.
 */
@NullMarked
package dev.catamaran.release;

import org.jspecify.annotations.NullMarked;
