/**
 * HTTP servers of the manager: probes, metrics and webhooks, with their certificates and the
 * admission of their callers.
 */
@NullMarked
package dev.catamaran.server;

import org.jspecify.annotations.NullMarked;
