/**
 * Records what Helm makes of a chart and what its templates look up. Helm renders the chart for a
 * cluster that is only described, so none is needed.
 */
@NullMarked
package dev.catamaran.recorder;

import org.jspecify.annotations.NullMarked;
