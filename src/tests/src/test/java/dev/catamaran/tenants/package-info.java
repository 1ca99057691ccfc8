/**
 * Two tenants of one operator: one misbehaves, the other lives a usual life and must notice
 * nothing. One class for each rule that protects him.
 */
@NullMarked
package dev.catamaran.tenants;

import org.jspecify.annotations.NullMarked;
