/**
 * Charts, which the engine loads, and values as data, which are merged by Helm's rules. Does not
 * render, and has no access to the cluster.
 */
@NullMarked
package dev.catamaran.chart;

import org.jspecify.annotations.NullMarked;
