/**
 * The cluster's side of a release: which objects it made, whose they are, whether they are as they
 * should be, and putting them back. Requests are made only where something changed; everything else
 * is answered from informers.
 */
@NullMarked
package dev.catamaran.cluster;

import org.jspecify.annotations.NullMarked;
