/** Tests of the webhooks' answers, and a kind in two versions with webhooks of all sorts. */
@NullMarked
package dev.catamaran.webhook;

import org.jspecify.annotations.NullMarked;
