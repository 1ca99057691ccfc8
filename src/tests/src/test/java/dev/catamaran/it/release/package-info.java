/** The life of a release: install, upgrade, readiness, hooks, failures, removal. */
package dev.catamaran.it.release;
