/** Charts from disk and from registries, and whole charts on trial. */
package dev.catamaran.it.charts;
