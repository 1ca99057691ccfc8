package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * What an import did, for people. It has no value of a release.
 *
 * @param lines one for each release, and more for what is different for it
 * @param refusals a line for each release that is not imported
 */
public record ImportReport(
    SequencedSet<Path> files, List<String> lines, List<String> refusals, List<String> notes) {
  ImportReport() {
    this(new TreeSet<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  void written(List<Path> paths, List<String> about) {
    files.addAll(paths);
    notes.addAll(about);
  }

  void imported(ImportedPrimary primary, List<String> differences) {
    var release = primary.wanted().release();
    lines.add(
        "release %s (chart %s %s) -> %s, %s"
            .formatted(
                release.title(),
                release.chartName(),
                release.chartVersion(),
                primary.title(),
                primary.path()));
    primary
        .secretPath()
        .ifPresent(
            file ->
                lines.add(
                    "  %s has values that are not in the spec, because they may be secret: %s"
                        .formatted(file, primary.secretPlaces())));
    differences.forEach(difference -> lines.add("  " + difference));
  }

  /** Reads a release; that it cannot be read is a refusal. */
  void reading(String release, Runnable read) {
    try {
      read.run();
    } catch (ManagerException e) {
      refused(release, String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      if (e.getCode() < HttpURLConnection.HTTP_BAD_REQUEST
          || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
        throw e;
      }
      refused(release, "the API server answers with %d: %s".formatted(e.getCode(), e.getMessage()));
    }
  }

  void refused(String release, String why) {
    refusals.add("not imported: release %s: %s".formatted(release, why));
  }
}
