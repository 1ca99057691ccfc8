/**
 * The typed half of the Memcached operator: {@code MemcachedBackup} keeps a number of memcached
 * pods running and names them in its status. It shows what a reconciler beside a chart looks like,
 * and uses nothing but the Java Operator SDK, the Kubernetes client and Catamaran's kit.
 */
@NullMarked
package dev.catamaran.samples.memcached;

import org.jspecify.annotations.NullMarked;
