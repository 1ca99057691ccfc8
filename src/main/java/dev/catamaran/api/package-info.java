/**
 * What an extension's author sees of the operator. Depends on nothing of ours, so that everything
 * else may depend on it; beside the JDK it knows Kubernetes' model and client, and the logger.
 */
@NullMarked
package dev.catamaran.api;

import org.jspecify.annotations.NullMarked;
