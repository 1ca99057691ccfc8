/**
 * The operator's API for authors of extensions. Depends on no other package of the operator, so
 * that all others may depend on it; beside the JDK it uses Kubernetes' model and client, and the
 * logger.
 */
@NullMarked
package dev.catamaran.api;

import org.jspecify.annotations.NullMarked;
