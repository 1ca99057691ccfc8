package dev.catamaran.composite;

import dev.catamaran.watch.Options;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of a kind in watches.yaml and on the command line. They override those of the
 * classes.
 *
 * @param name of the kind, for the controller of several reconcilers
 * @param options of the entry
 * @param period time between two passes over a primary without events
 * @param namespaces of the watched primaries; empty for the namespaces in the classes
 * @param clock gives the time
 */
public record TypedSettings(
    String name, Options options, Duration period, Set<String> namespaces, Clock clock) {}
