package dev.catamaran.primary;

/**
 * Operations that may delete an object that they cannot change, and create it again.
 *
 * @param upgrades whether an upgrade may
 * @param rollbacks whether a rollback may
 */
public record Force(boolean upgrades, boolean rollbacks) {}
