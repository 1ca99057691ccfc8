package dev.catamaran.it.inspect;

/** The lifecycle of a release: install, upgrade, readiness, hooks, failures, uninstall. */
