package dev.catamaran.validation;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.EngineSyntax;
import dev.catamaran.validation.ConfigCheck.Definition;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WatchesLoader;
import dev.catamaran.watch.WatchesReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a project, read once.
 *
 * @param folder absolute
 * @param watchesFile watches.yaml with the lines of its fields
 * @param reading the entries and problems of watches.yaml
 * @param charts the charts on disk
 * @param config what kustomize and the API server say of the folder config
 */
record CheckedProject(
    Path folder,
    YamlFile watchesFile,
    WatchesReading reading,
    LocalCharts charts,
    ConfigCheck config) {

  /**
   * Reads a project.
   *
   * @param loader copies charts to a temporary folder
   * @param engine evaluates the templates of watches.yaml
   */
  static CheckedProject read(
      Path watches, Map<String, String> environment, ChartLoader loader, ChartEngine engine) {
    var file = watches.toAbsolutePath().normalize();
    var folder = file.resolveSibling("");
    var charts = new LocalCharts(folder, loader);
    var reading = new WatchesLoader(charts, new EngineSyntax(engine)).read(file, environment);
    return new CheckedProject(
        folder,
        YamlFile.read(folder, folder.relativize(file).toString()),
        reading,
        charts,
        ConfigCheck.of(folder, reading.watches().watches()));
  }

  List<Watch> watches() {
    return reading.watches().watches();
  }

  List<ChartUse> chartUses() {
    return watches().stream().flatMap(watch -> ChartUse.of(watch, charts)).toList();
  }

  /** Returns whether there are manifests to compare with. A lone watches.yaml has none. */
  boolean hasConfig() {
    return Files.isDirectory(folder.resolve("config"));
  }

  Optional<Definition> definition(GroupVersionKind gvk) {
    return config.definitions().stream().filter(definition -> definition.defines(gvk)).findFirst();
  }

  /** Returns a finding at an entry of watches.yaml. */
  Finding atWatch(CheckRule rule, Watch watch, String message) {
    return Finding.of(rule, watchesFile.path(), watch.line(), message);
  }
}
