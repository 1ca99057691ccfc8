package dev.catamaran.reports;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.catamaran.cluster.LiveComparison;
import dev.catamaran.cluster.LiveComparison.State;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.run.TerminalText;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.terminal.Age;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import dev.catamaran.terminal.Tree;
import dev.catamaran.watch.Watch.DriftOptions;
import dev.catamaran.watch.Watch.Source;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Everything about one primary.
 *
 * @param manifestProblem why the manifest cannot be read; empty if it can
 * @param notes what its status does not tell: values of its spec that the chart does not know, a
 *     deletion, a spec that the operator has not seen
 * @param history its revisions, oldest first; not in the output
 */
public record PrimaryReport(
    PrimaryRow primary,
    List<Condition> conditions,
    List<ReleaseRow> release,
    String manifestProblem,
    List<DescendantRow> descendants,
    List<ObjectEvent> events,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
    @JsonIgnore List<ReleaseHistory.Row> history) {
  /**
   * The current revision of a release.
   *
   * @param lastDeployed RFC 3339; empty if the release cannot be read
   */
  public record ReleaseRow(
      String namespace,
      String name,
      int revision,
      String chart,
      String appVersion,
      String status,
      String lastDeployed) {
    static ReleaseRow of(Deployed deployed, PrimaryObject primary) {
      var key = deployed.release(primary.namespace());
      return new ReleaseRow(
          key.namespace(),
          key.name(),
          deployed.revision(),
          deployed.chart() + "-" + deployed.version(),
          deployed.appVersion(),
          RevisionStatus.DEPLOYED.helmName(),
          "");
    }

    static ReleaseRow of(Revision revision) {
      return new ReleaseRow(
          revision.release().namespace(),
          revision.release().name(),
          revision.number(),
          revision.chart().name() + "-" + revision.chart().version(),
          revision.chart().appVersion(),
          revision.status().helmName(),
          revision.writtenAt().toString());
    }
  }

  public static PrimaryReport of(Scope scope, PrimaryObject primary) {
    try {
      var release =
          primary.isOfChart()
              ? Optional.of(PrimaryRelease.of(scope.client(), primary))
              : Optional.<PrimaryRelease>empty();
      var current = release.flatMap(PrimaryRelease::current);
      var secrets = current.map(Revision::secrets).orElseGet(SecretTexts::none);
      return new PrimaryReport(
          PrimaryRow.of(primary),
          primary.conditions().stream().map(each -> each.hiding(secrets)).toList(),
          current.stream().map(ReleaseRow::of).toList(),
          current.flatMap(revision -> revision.manifest().problem()).orElse(""),
          current.map(each -> descendants(scope, primary, each)).orElse(List.of()),
          events(scope, primary, secrets),
          notes(primary),
          release.map(ReleaseHistory::rows).orElse(List.of()));
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      return withoutRelease(scope, primary);
    }
  }

  /** Many people may read primaries, and no Secrets. */
  private static PrimaryReport withoutRelease(Scope scope, PrimaryObject primary) {
    return new PrimaryReport(
        PrimaryRow.of(primary),
        primary.conditions(),
        primary.deployed().stream().map(found -> ReleaseRow.of(found, primary)).toList(),
        "you have no permission to read the Secrets of its namespace",
        List.of(),
        events(scope, primary, SecretTexts.none()),
        notes(primary),
        List.of());
  }

  private static List<String> notes(PrimaryObject primary) {
    var unknown =
        primary.kind().chart().stream()
            .flatMap(source -> UnknownValues.of(source, primary.content().path("spec")).stream())
            .map("not in the chart's values: %s"::formatted);
    return Stream.of(primary.outlook().stream(), primary.stay().stream(), unknown)
        .flatMap(lines -> lines)
        .toList();
  }

  private static List<ObjectEvent> events(Scope scope, PrimaryObject primary, SecretTexts secrets) {
    var kind = primary.kind();
    var key = new ObjectKey(kind.apiVersion(), kind.kind(), primary.namespace(), primary.name());
    return ObjectEvent.about(key, scope.client(), event -> true, secrets);
  }

  private static List<DescendantRow> descendants(
      Scope scope, PrimaryObject primary, Revision revision) {
    var rules =
        primary
            .kind()
            .chart()
            .map(Source.HelmChart::drift)
            .map(DriftOptions::ignored)
            .map(DriftRules::new)
            .orElseGet(DriftRules::none);
    var comparison =
        new LiveComparison(scope.client(), scope.apis(), rules, scope.cluster().engine());
    var all = comparison.of(revision, primary.identity());
    if (all.stream().anyMatch(compared -> compared.state() instanceof State.Unserved)) {
      // The pages remember what is served, and a definition may be new.
      scope.apis().invalidate();
      all = comparison.of(revision, primary.identity());
    }
    return SideBySide.ofEach(
        SideBySide.REQUESTS,
        all,
        compared -> DescendantRow.of(compared, scope.client(), revision.secrets()));
  }

  /** Returns the number of the newest revision that a later one has superseded. */
  public Optional<Integer> earlier() {
    return history.reversed().stream()
        .filter(row -> row.status().equals(RevisionStatus.SUPERSEDED.helmName()))
        .map(ReleaseHistory.Row::revision)
        .findFirst();
  }

  public Tree tree(Clock clock, Paint paint) {
    var children = new ArrayList<Tree>();
    var states =
        conditions.stream()
            .map(
                each ->
                    List.of(
                        Cell.of(each.type()),
                        new Cell(each.status(), each.ink()),
                        Cell.of(each.reason()),
                        Cell.of(each.firstLine())))
            .toList();
    addUnlessEmpty("Conditions", states, children, paint);
    notes.forEach(line -> children.add(Tree.leaf(TerminalText.oneLine(line))));
    release.forEach(each -> children.add(tree(each, clock, paint)));
    addUnlessEmpty("Events", rows(events, clock), children, paint);
    var place = primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace();
    var age = ", age " + Age.since(primary.created(), clock);
    return new Tree(TerminalText.oneLine(primary.qualifiedName() + place + age), children);
  }

  private static void addUnlessEmpty(
      String text, List<List<Cell>> rows, List<Tree> into, Paint paint) {
    if (!rows.isEmpty()) {
      into.add(Tree.of(text, aligned(rows, paint)));
    }
  }

  private static List<String> aligned(List<List<Cell>> rows, Paint paint) {
    return new Table(List.of(), rows).lines(paint);
  }

  private static List<List<Cell>> rows(List<ObjectEvent> events, Clock clock) {
    return events.stream().map(event -> event.cells(clock)).toList();
  }

  private Tree tree(ReleaseRow row, Clock clock, Paint paint) {
    var age = row.lastDeployed.isEmpty() ? "" : " " + Age.since(row.lastDeployed, clock) + " ago";
    var text =
        TerminalText.oneLine(
            "Release %s, revision %d, chart %s, %s%s"
                .formatted(row.name, row.revision, row.chart, row.status, age));
    if (!manifestProblem.isEmpty()) {
      var problem = "its manifest cannot be read: " + manifestProblem;
      return Tree.of(text, List.of(TerminalText.oneLine(problem)));
    }
    var lines =
        aligned(descendants.stream().map(each -> each.cells(row.namespace)).toList(), paint);
    return new Tree(
        text,
        IntStream.range(0, lines.size())
            .mapToObj(
                i ->
                    Tree.of(lines.get(i), aligned(rows(descendants.get(i).events(), clock), paint)))
            .toList());
  }
}
