package dev.catamaran.preview;

import java.util.List;

/**
 * Primaries with equal changes.
 *
 * @param primaries kind, namespace and name of each
 * @param changes one line each, with placeholders for the names of release and namespace
 */
public record PlannedGroup(List<String> primaries, List<String> changes) {}
