/**
 * Supply of the charts that watches name: pulls remote charts, follows local charts, and reports
 * why a chart is unavailable. Has no access to the cluster or to releases.
 */
@NullMarked
package dev.catamaran.chartsource;

import org.jspecify.annotations.NullMarked;
