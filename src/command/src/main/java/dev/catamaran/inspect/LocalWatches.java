package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WatchesLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a watches.yaml on the machine of a person, who has no environment of the operator. */
final class LocalWatches {
  private LocalWatches() {}

  /**
   * Returns the entries; none if no file is given and the default one does not exist.
   *
   * @param given empty for ./watches.yaml
   * @throws ManagerException if the given file does not exist, or a file has problems
   */
  static List<Watch> read(Optional<Path> given) {
    var file = given.orElse(Path.of("watches.yaml"));
    if (given.isEmpty() && !Files.exists(file)) {
      return List.of();
    }
    try {
      return new WatchesLoader(chart -> {}, template -> ValueSources.VARIABLE)
          .load(file, new AnyVariable())
          .watches();
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /** An environment in which each variable is set. */
  private static final class AnyVariable extends AbstractMap<String, String> {
    @Override
    public String get(@Nullable Object name) {
      return ValueSources.VARIABLE;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
      return Set.of();
    }
  }
}
