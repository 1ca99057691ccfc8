package dev.catamaran.validation;

import dev.catamaran.watch.Watch;
import dev.catamaran.yaml.Marked;
import java.util.Optional;

/** Places in watches.yaml. Pure. */
final class WatchLines {
  private WatchLines() {}

  /** Returns a field of an entry. */
  static Optional<Marked.Entry> field(CheckedProject project, Watch watch, String name) {
    return project.watchesFile().documents().stream()
        .map(YamlDocument::root)
        .filter(Marked.Sequence.class::isInstance)
        .flatMap(list -> ((Marked.Sequence) list).items().stream())
        .filter(item -> item.line() == watch.line())
        .filter(Marked.Mapping.class::isInstance)
        .flatMap(mapping -> ((Marked.Mapping) mapping).entry(name).stream())
        .findFirst();
  }
}
