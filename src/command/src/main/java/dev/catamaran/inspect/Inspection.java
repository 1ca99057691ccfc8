package dev.catamaran.inspect;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.LiveComparison;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.watch.DriftOptions;
import dev.catamaran.watch.Source;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;

/** Collects a report from the cluster. */
final class Inspection {
  private final Scope scope;

  Inspection(Scope scope) {
    this.scope = scope;
  }

  PrimaryReport of(PrimaryObject primary) {
    try {
      return primary.isOfChart()
          ? of(primary, new Releases(scope.client()).of(primary))
          : of(primary, Optional.empty(), List.of());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      return withoutRelease(primary);
    }
  }

  /** Many people may read primaries, and no Secrets. */
  private PrimaryReport withoutRelease(PrimaryObject primary) {
    return new PrimaryReport(
        PrimaryRow.of(primary),
        primary.conditions(),
        primary.deployed().stream().map(found -> ReleaseRow.of(found, primary)).toList(),
        "you have no permission to read the Secrets of its namespace",
        List.of(),
        new RecentEvents(scope.client(), SecretTexts.none()).of(key(primary)),
        List.of());
  }

  private PrimaryReport of(PrimaryObject primary, Releases.Found found) {
    return of(
        primary,
        found.current(primary),
        found.history().revisions().stream().map(HistoryRow::of).toList());
  }

  private PrimaryReport of(
      PrimaryObject primary, Optional<Revision> release, List<HistoryRow> history) {
    var secrets = release.map(Revision::secrets).orElseGet(SecretTexts::none);
    var events = new RecentEvents(scope.client(), secrets);
    return new PrimaryReport(
        PrimaryRow.of(primary),
        primary.conditions().stream().map(each -> each.hiding(secrets)).toList(),
        release.stream().map(ReleaseRow::of).toList(),
        release.flatMap(revision -> revision.manifest().problem()).orElse(""),
        release.map(revision -> descendants(primary, revision, events)).orElse(List.of()),
        events.of(key(primary)),
        history);
  }

  private static ObjectKey key(PrimaryObject primary) {
    return new ObjectKey(
        primary.kind().apiVersion(), primary.kind().kind(), primary.namespace(), primary.name());
  }

  private List<DescendantRow> descendants(
      PrimaryObject primary, Revision revision, RecentEvents events) {
    var rules =
        primary
            .kind()
            .chart()
            .map(Source.HelmChart::drift)
            .map(DriftOptions::ignored)
            .map(DriftRules::new)
            .orElseGet(DriftRules::none);
    return new LiveComparison(scope.client(), new ApiResources(scope.client()), rules)
        .of(revision, primary.identity()).stream()
            .map(compared -> DescendantRow.of(compared, events, revision.secrets()))
            .toList();
  }
}
