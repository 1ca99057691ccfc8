/**
 * The objects of a release in the cluster: their owners, their drift and its repair. Requests are
 * sent only after a change; informers answer everything else.
 */
@NullMarked
package dev.catamaran.cluster;

import org.jspecify.annotations.NullMarked;
