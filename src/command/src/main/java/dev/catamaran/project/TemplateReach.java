package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.YamlValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The templates of a chart that a value can reach: a template with none of it makes the same
 * objects, whatever the value is. Read from the text; where that does not tell, a value reaches
 * all.
 *
 * @param uses what each template of the chart uses, by its path as in Helm's comments; without
 *     those of subcharts
 * @param elsewhere the first names of values that reach more than these templates
 */
record TemplateReach(Map<String, TemplateUse> uses, Set<String> elsewhere) {
  /** Copies the collections. */
  TemplateReach {
    uses = Map.copyOf(uses);
    elsewhere = Set.copyOf(elsewhere);
  }

  /**
   * Reads a chart.
   *
   * @throws ManagerException if a file cannot be read
   */
  static TemplateReach of(Chart chart) {
    try {
      return read(chart);
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart.path(), e.getMessage()));
    }
  }

  private static TemplateReach read(Chart chart) throws IOException {
    var own = texts(chart.path(), "templates", chart.name() + "/");
    var subcharts = chart.path().resolve("charts");
    if (hasPackages(subcharts)) {
      // What their named templates use cannot be read.
      return new TemplateReach(Map.of(), Set.of());
    }
    var definitions = new TemplateDefinitions(chart.name() + "/templates");
    own.values().forEach(definitions::add);
    texts(chart.path(), "charts", "").values().forEach(definitions::add);
    var defaults = chart.path().resolve("values.yaml");
    if (Files.exists(defaults)) {
      definitions.addEvaluated(Files.readString(defaults));
    }
    var uses = new TreeMap<String, TemplateUse>();
    own.forEach(
        (path, text) -> {
          if (!isPartial(path)) {
            uses.put(path, definitions.use(text, own));
          }
        });
    return new TemplateReach(uses, elsewhere(chart.path(), subcharts));
  }

  /**
   * Returns the paths of the templates that a value can reach, and of those that render with them;
   * empty if all must render.
   *
   * @param path of the value, with points
   */
  Optional<Set<String>> of(String path) {
    int end = path.indexOf('.');
    var name = end < 0 ? path : path.substring(0, end);
    boolean reachesAll =
        elsewhere.contains(name)
            || uses.values().stream().anyMatch(use -> use.changes() && use.mayUse(name));
    if (reachesAll) {
      return Optional.empty();
    }
    var found =
        uses.entrySet().stream()
            .filter(use -> use.getValue().isShared() || use.getValue().mayUse(name))
            .flatMap(use -> Stream.concat(Stream.of(use.getKey()), use.getValue().files().stream()))
            .collect(Collectors.toUnmodifiableSet());
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  private static boolean hasPackages(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.walk(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(".tgz"));
    }
  }

  private static Map<String, String> texts(Path chart, String folder, String prefix)
      throws IOException {
    var found = new TreeMap<String, String>();
    if (Files.isDirectory(chart.resolve(folder))) {
      // Helm follows links, too.
      try (var files = Files.walk(chart.resolve(folder), FileVisitOption.FOLLOW_LINKS)) {
        for (var file : files.filter(TemplateReach::isTemplate).toList()) {
          // Charts have packages there, too.
          var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
          found.put(prefix + chart.relativize(file), text);
        }
      }
    }
    return found;
  }

  /** Helm renders it only where others use it. */
  private static boolean isPartial(String path) {
    return path.substring(path.lastIndexOf('/') + 1).startsWith("_");
  }

  private static boolean isTemplate(Path file) {
    return file.toString().contains("/templates/") && Files.isRegularFile(file);
  }

  /** Returns the first names of what subcharts see, and of what decides whether they render. */
  private static Set<String> elsewhere(Path chart, Path subcharts) throws IOException {
    var found = new HashSet<>(Set.of("global", "tags"));
    for (var file : Set.of("Chart.yaml", "requirements.yaml")) {
      var path = chart.resolve(file);
      if (Files.exists(path)) {
        dependencies(Files.readString(path), found);
      }
    }
    if (Files.isDirectory(subcharts)) {
      try (var entries = Files.list(subcharts)) {
        entries.map(entry -> String.valueOf(entry.getFileName())).forEach(found::add);
      }
    }
    return found;
  }

  private static void dependencies(String text, Set<String> found) {
    try {
      for (var dependency : YamlValues.read(text).toTree().path("dependencies")) {
        found.add(dependency.path("name").asText());
        found.add(dependency.path("alias").asText());
        for (var condition : dependency.path("condition").asText().split(",", -1)) {
          found.add(condition.strip().split("[.]", 2)[0]);
        }
      }
    } catch (InvalidValuesFileException e) {
      // Helm reports it.
    }
  }
}
