package dev.catamaran.preview;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Charts;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.EngineSyntax;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WatchesLoader;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What previews are made from.
 *
 * @param client has the rights of the person
 * @param watches the entries of watches.yaml
 */
record PreviewInput(KubernetesClient client, List<Watch> watches, Charts charts) {
  PreviewInput {
    watches = List.copyOf(watches);
  }

  /**
   * Reads a watches.yaml as the operator does, with the variables of this process.
   *
   * @throws ManagerException if it does not exist or has problems
   */
  static List<Watch> read(Path file) {
    if (!Files.exists(file)) {
      throw new ManagerException(
          "%s does not exist; write --watches-file with the operator's file".formatted(file));
    }
    try (var engine = ChartEngine.start()) {
      return new WatchesLoader(chart -> {}, new EngineSyntax(engine))
          .load(file, System.getenv())
          .watches();
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }
}
