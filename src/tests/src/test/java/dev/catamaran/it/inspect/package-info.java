/** The lifecycle of a release: install, upgrade, readiness, hooks, failures, uninstall. */
package dev.catamaran.it.inspect;
