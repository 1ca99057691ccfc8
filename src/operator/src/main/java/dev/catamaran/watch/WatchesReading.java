package dev.catamaran.watch;

import java.util.List;

/**
 * The readable part of a watches.yaml.
 *
 * @param watches entries with an API and a source; an entry with a problem may be among them
 * @param problems all problems, in the order of the lines
 */
public record WatchesReading(Watches watches, List<Problem> problems) {}
