/** Tests of webhook responses, and a kind in two versions with webhooks of every type. */
@NullMarked
package dev.catamaran.webhook;

import org.jspecify.annotations.NullMarked;
