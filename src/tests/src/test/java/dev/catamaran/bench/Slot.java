package dev.catamaran.bench;

/**
 * One trial of a run.
 *
 * @param round which repetition, from 1
 * @param size how many releases
 */
record Slot(int round, int size, Contender contender) {}
