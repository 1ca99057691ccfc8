package dev.catamaran.inspect;

import java.util.OptionalInt;

/**
 * Two revisions on the command line.
 *
 * @param before number of the first one; empty for the one before the newest
 * @param after number of the other one, which may be older; empty for the newest
 */
public record RevisionRange(OptionalInt before, OptionalInt after) {}
