package dev.catamaran.watch;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A folder with a chart, and the variables A and COMMA. Tests write a watches.yaml into the folder.
 */
record WatchesFixture(Path folder) {

  /** One process for all tests: it keeps nothing, and ends with the JVM. */
  private static final ChartEngine SYNTAX = ChartEngine.start();

  private static final Map<String, String> ENVIRONMENT = Map.of("A", "x", "COMMA", "hush,hush");

  static WatchesFixture in(Path folder) throws IOException {
    var chart = Files.createDirectories(folder.resolve("helm-charts/memcached"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "apiVersion: v2\nname: memcached\nversion: 0.1.0\n");
    return new WatchesFixture(folder);
  }

  Path file() {
    return folder.resolve("watches.yaml");
  }

  Watches load(String text) throws IOException, InvalidWatchesException {
    Files.writeString(file(), text);
    return load();
  }

  Watches load() throws InvalidWatchesException {
    return new WatchesLoader(new ChartLoader(folder.resolve("unpacked"))::load, SYNTAX)
        .load(file(), ENVIRONMENT, name -> !name.contains("Missing"));
  }

  /** Loads a file with one chart entry. The given lines begin at line 5. */
  Watches loadWith(String lines) throws IOException, InvalidWatchesException {
    var entry =
        "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n  chart: helm-charts/memcached\n";
    return load(entry + lines.stripIndent().indent(2));
  }
}
