/**
 * Charts as files and values as data: loading a chart, finding what is wrong with it before Helm
 * does, digesting it, and merging values by Helm's rules. Renders nothing and knows no cluster.
 */
@NullMarked
package dev.catamaran.chart;

import org.jspecify.annotations.NullMarked;
