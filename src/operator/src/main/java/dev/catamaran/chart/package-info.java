/**
 * Charts as files and values as data: loads charts, finds their problems before Helm does, computes
 * their digests, and merges values by Helm's rules. Does not render, and has no access to the
 * cluster.
 */
@NullMarked
package dev.catamaran.chart;

import org.jspecify.annotations.NullMarked;
