/**
 * The reverse words operator: a {@code ReverseWordsApp} consists of a Deployment and a LoadBalancer
 * Service of a small web application, and its status names the pods in service. It is an example of
 * a reconciler that applies its descendants with the kit.
 */
@NullMarked
package dev.catamaran.samples.reversewords;

import org.jspecify.annotations.NullMarked;
