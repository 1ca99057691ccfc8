package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;

/** What an import did, for people. It has no value of a release. */
public final class ImportReport {
  private final SequencedSet<Path> files = new TreeSet<>();
  private final List<String> lines = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final SequencedSet<String> namespaces = new TreeSet<>();
  private final SequencedSet<String> before = new LinkedHashSet<>();
  private final SequencedSet<String> after = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();
  private int imported;

  ImportReport() {}

  void written(List<Path> paths, List<String> about) {
    files.addAll(paths);
    notes.addAll(about);
  }

  void imported(ImportedPrimary primary, List<String> differences) {
    imported++;
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
    namespaces.add(release.key().namespace());
    before.addAll(primary.wanted().steps().first());
    after.addAll(primary.wanted().steps().last());
  }

  /** Reads a release; one that cannot be read keeps no other one from being imported. */
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

  /** Returns commands for people, in order, before they apply the primaries. */
  public Collection<String> before() {
    return before;
  }

  /** Returns commands for people, in order, after the operator has taken over the releases. */
  public Collection<String> after() {
    return after;
  }

  public List<Path> files() {
    return List.copyOf(files);
  }

  /** Returns a line for each release, and more for what is different for it. */
  public List<String> lines() {
    return lines;
  }

  /** Returns a line for each release that is not imported. */
  public List<String> refusals() {
    return refusals;
  }

  public Collection<String> namespaces() {
    return namespaces;
  }

  public List<String> notes() {
    return notes;
  }

  public int imported() {
    return imported;
  }
}
