/**
 * Rollouts: a changed chart, or changed overrides, reach the primaries of a kind wave by wave. The
 * decisions are pure; the effects are in {@link dev.catamaran.rollout.Rollouts}.
 */
@NullMarked
package dev.catamaran.rollout;

import org.jspecify.annotations.NullMarked;
