/**
 * The typed half of the Memcached operator: {@code MemcachedBackup} runs a number of memcached pods
 * and reports their names in its status. It is an example of a reconciler beside a chart, and uses
 * only the Java Operator SDK, the Kubernetes client and Catamaran's kit.
 */
@NullMarked
package dev.catamaran.samples.memcached;

import org.jspecify.annotations.NullMarked;
