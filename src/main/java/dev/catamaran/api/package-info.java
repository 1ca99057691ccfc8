/**
 * What an extension's author sees of the operator. Depends on nothing of ours, so that everything
 * else may depend on it.
 */
@NullMarked
package dev.catamaran.api;

import org.jspecify.annotations.NullMarked;
