/**
 * Two tenants of one operator: one misbehaves, and the other one must not be affected. Each class
 * tests one rule of protection.
 */
@NullMarked
package dev.catamaran.tenants;

import org.jspecify.annotations.NullMarked;
