/**
 * A typed reconciler for an object of another operator's kind: a kernel module of the Kernel Module
 * Management operator, and the DaemonSet that uses its devices.
 */
@NullMarked
package dev.catamaran.samples.ptemplate;

import org.jspecify.annotations.NullMarked;
