/**
 * Answers the API server's questions about objects of our kinds: whether they may be, what is
 * changed of them, and how they look in another version. Knows of HTTP what a handler has to know;
 * who listens where, and with which certificate, is the manager's business.
 */
@NullMarked
package dev.catamaran.webhook;

import org.jspecify.annotations.NullMarked;
