/**
 * The reverse words operator: {@code ReverseWordsApp} is a Deployment and a LoadBalancer Service of
 * a small web application, and its status tells which pods serve it. It shows a reconciler that
 * applies its descendants with what the kit offers.
 */
@NullMarked
package dev.catamaran.samples.reversewords;

import org.jspecify.annotations.NullMarked;
