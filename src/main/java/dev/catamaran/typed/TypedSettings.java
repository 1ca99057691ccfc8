package dev.catamaran.typed;

import dev.catamaran.watch.Options;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/**
 * What watches.yaml and the command line say about a kind; it wins over what classes say.
 *
 * @param name of the kind, for the controller of several reconcilers
 * @param options of the entry
 * @param period time between two looks at a primary to which nothing happened
 * @param namespaces where primaries are watched; none means where the classes say
 * @param clock tells the time
 */
public record TypedSettings(
    String name, Options options, Duration period, Set<String> namespaces, Clock clock) {}
