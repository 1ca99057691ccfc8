/**
 * A typed reconciler that makes an object of somebody else's kind: a kernel module by the Kernel
 * Module Management operator, and the DaemonSet that uses its devices.
 */
@NullMarked
package dev.catamaran.samples.ptemplate;

import org.jspecify.annotations.NullMarked;
