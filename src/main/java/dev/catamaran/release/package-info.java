/**
 * The pure heart: what a release is, in which state it was seen, and which one action follows.
 * Nothing in here reads a clock, calls an API or touches a file; the ports {@link
 * dev.catamaran.release.HelmEngine} and {@link dev.catamaran.release.ReleaseStore} say what others
 * must provide.
 */
@NullMarked
package dev.catamaran.release;

import org.jspecify.annotations.NullMarked;
