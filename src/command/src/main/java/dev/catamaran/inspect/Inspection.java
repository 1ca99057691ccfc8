package dev.catamaran.inspect;

import dev.catamaran.cluster.LiveComparison;
import dev.catamaran.cluster.LiveComparison.State;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.watch.DriftOptions;
import dev.catamaran.watch.Source;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Collects a report from the cluster. */
final class Inspection {
  private final Scope scope;
  private final RecentEvents events;

  Inspection(Scope scope) {
    this.scope = scope;
    this.events = new RecentEvents(scope.client());
  }

  PrimaryReport of(PrimaryObject primary) {
    var recent = events.begin(key(primary));
    try {
      return primary.isOfChart()
          ? of(primary, new Releases(scope.client()).of(primary), recent)
          : of(primary, Optional.empty(), List.of(), recent);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      return withoutRelease(primary, recent);
    }
  }

  /** Many people may read primaries, and no Secrets. */
  private static PrimaryReport withoutRelease(
      PrimaryObject primary, Function<SecretTexts, List<ObjectEvent>> recent) {
    return new PrimaryReport(
        PrimaryRow.of(primary),
        primary.conditions(),
        primary.deployed().stream().map(found -> ReleaseRow.of(found, primary)).toList(),
        "you have no permission to read the Secrets of its namespace",
        List.of(),
        recent.apply(SecretTexts.none()),
        unknown(primary),
        List.of());
  }

  private PrimaryReport of(
      PrimaryObject primary,
      Releases.Found found,
      Function<SecretTexts, List<ObjectEvent>> recent) {
    return of(
        primary,
        found.current(primary),
        found.history().revisions().stream().map(HistoryRow::of).toList(),
        recent);
  }

  private PrimaryReport of(
      PrimaryObject primary,
      Optional<Revision> release,
      List<HistoryRow> history,
      Function<SecretTexts, List<ObjectEvent>> recent) {
    var secrets = release.map(Revision::secrets).orElseGet(SecretTexts::none);
    return new PrimaryReport(
        PrimaryRow.of(primary),
        primary.conditions().stream().map(each -> each.hiding(secrets)).toList(),
        release.stream().map(ReleaseRow::of).toList(),
        release.flatMap(revision -> revision.manifest().problem()).orElse(""),
        release.map(revision -> descendants(primary, revision)).orElse(List.of()),
        recent.apply(secrets),
        unknown(primary),
        history);
  }

  /** Returns values that the chart of the project does not know. */
  private static List<String> unknown(PrimaryObject primary) {
    return primary.kind().chart().stream()
        .flatMap(source -> UnknownValues.of(source, primary.content().path("spec")).stream())
        .map("not in the chart's values: %s"::formatted)
        .toList();
  }

  private static ObjectKey key(PrimaryObject primary) {
    return new ObjectKey(
        primary.kind().apiVersion(), primary.kind().kind(), primary.namespace(), primary.name());
  }

  private List<DescendantRow> descendants(PrimaryObject primary, Revision revision) {
    var rules =
        primary
            .kind()
            .chart()
            .map(Source.HelmChart::drift)
            .map(DriftOptions::ignored)
            .map(DriftRules::new)
            .orElseGet(DriftRules::none);
    var comparison = new LiveComparison(scope.client(), scope.apis(), rules);
    var all = comparison.of(revision, primary.identity());
    if (all.stream().anyMatch(compared -> compared.state() instanceof State.Unserved)) {
      // The pages remember what is served, and a definition may be new.
      scope.apis().invalidate();
      all = comparison.of(revision, primary.identity());
    }
    return SideBySide.ofEach(
        SideBySide.REQUESTS,
        all,
        compared -> DescendantRow.of(compared, events, revision.secrets()));
  }
}
