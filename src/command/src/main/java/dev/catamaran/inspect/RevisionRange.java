package dev.catamaran.inspect;

import java.util.OptionalInt;

/**
 * Two revisions on the command line.
 *
 * @param before number of the first one
 * @param after number of the other one, which may be older; empty for the newest
 */
public record RevisionRange(int before, OptionalInt after) {}
