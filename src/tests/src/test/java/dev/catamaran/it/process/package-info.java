/** The process: leadership, crashes, probes, logs, metrics, and requests without changes. */
package dev.catamaran.it.process;
