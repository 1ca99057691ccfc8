/** The process: leadership, crashes, probes, logs, metrics, and its cost at rest. */
package dev.catamaran.it.process;
