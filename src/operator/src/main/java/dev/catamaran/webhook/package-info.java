/**
 * Webhooks for the operator's kinds: validates, mutates and converts objects for the API server.
 * Contains HTTP handlers only; the manager configures address and certificate of the server.
 */
@NullMarked
package dev.catamaran.webhook;

import org.jspecify.annotations.NullMarked;
