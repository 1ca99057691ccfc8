/**
 * Model of watches.yaml: APIs and the charts or Java classes that reconcile them. Reads the file on
 * request, and reports all problems at once.
 */
@NullMarked
package dev.catamaran.watch;

import org.jspecify.annotations.NullMarked;
