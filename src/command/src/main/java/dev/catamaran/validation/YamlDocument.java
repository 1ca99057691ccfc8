package dev.catamaran.validation;

import dev.catamaran.yaml.Marked;
import java.util.List;

/** One document of a YAML file. */
record YamlDocument(Marked root) {
  /**
   * Returns the line of a value, or of the deepest part of its path that exists.
   *
   * @param path keys, and indexes from 0
   */
  int line(List<String> path) {
    var here = root;
    int line = root.line();
    for (var step : path) {
      switch (here) {
        case Marked.Mapping mapping when mapping.entry(step).isPresent() -> {
          var entry = mapping.entry(step).get();
          line = entry.line();
          here = entry.value();
        }
        case Marked.Sequence list when has(list, step) -> {
          here = list.items().get(Integer.parseInt(step));
          line = here.line();
        }
        default -> {
          return line;
        }
      }
    }
    return line;
  }

  private static boolean has(Marked.Sequence list, String index) {
    return index.matches("[0-9]{1,6}") && Integer.parseInt(index) < list.items().size();
  }
}
