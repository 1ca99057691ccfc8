package dev.catamaran.validation;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.EngineSyntax;
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
 * @param definitions config/crd, with the files in its folder bases
 * @param samples config/samples
 * @param rights config/rbac
 */
record CheckedProject(
    Path folder,
    YamlFile watchesFile,
    WatchesReading reading,
    LocalCharts charts,
    ConfigFolder definitions,
    ConfigFolder samples,
    ConfigFolder rights) {

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
        ConfigFolder.read(folder, "config/crd", "bases"),
        ConfigFolder.read(folder, "config/samples", ""),
        ConfigFolder.read(folder, "config/rbac", ""));
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

  List<Definition> crds() {
    return definitions.files().stream().flatMap(Definition::in).toList();
  }

  Optional<Definition> definition(GroupVersionKind gvk) {
    return crds().stream().filter(definition -> definition.defines(gvk)).findFirst();
  }

  /** Returns a finding at an entry of watches.yaml. */
  Finding atWatch(CheckRule rule, Watch watch, String message) {
    return Finding.of(rule, watchesFile.path(), watch.line(), message);
  }
}
