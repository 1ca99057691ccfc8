/** Charts from disk and from registries, and the lifecycle of whole charts. */
package dev.catamaran.it.charts;
