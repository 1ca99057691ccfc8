package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.rights.ChartRights;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What follows from the charts of a project, as far as it is known from earlier: it is kept with
 * the generated files ({@link KeptKind}), by all that it follows from ({@link RecordingInputs}).
 */
final class KeptCharts implements FromCharts {

  /** What becomes of that which is kept. */
  enum Use {
    /** It is the answer. */
    TRUST,
    /**
     * All is recorded anew, and what is kept for the same inputs must be equal: whoever can write
     * into the project can write any text with its digest.
     */
    COMPARE
  }

  private final List<ProjectApi> apis;
  private final Use use;
  private final RecordingInputs inputs;
  private final FromCharts anew;
  private final Map<ProjectApi, KeptKind> read = new HashMap<>();
  private final Map<String, Kept<ChartRights>> rights = new HashMap<>();
  private final Map<String, Kept<ChartDefinition>> definitions = new HashMap<>();
  private final Map<RecordedChart, Answer<ChartRights>> askedRights = new HashMap<>();
  private final Map<ProjectApi, Answer<ChartDefinition>> askedDefinitions = new HashMap<>();

  private record Kept<T>(String file, T content) {}

  /** With the digest of its inputs, if it may be kept. */
  private record Answer<T>(Optional<String> inputs, T content) {}

  /**
   * Reads what is kept.
   *
   * @param apis those with a chart
   * @param inputs makes digests
   * @param anew answers what is not known
   */
  KeptCharts(
      List<ProjectApi> apis, Changes project, Use use, RecordingInputs inputs, FromCharts anew) {
    this.apis = List.copyOf(apis);
    this.use = use;
    this.inputs = inputs;
    this.anew = anew;
    for (var api : apis) {
      var file = KeptKind.path(api);
      project.text(file).flatMap(KeptKind::read).ifPresent(kind -> read(kind, file, api, project));
    }
  }

  private void read(KeptKind kind, String file, ProjectApi api, Changes project) {
    read.put(api, kind);
    for (var kept : kind.rights()) {
      rights.put(kept.inputs(), new Kept<>(file, kept.recorded()));
    }
    var text = project.text(GeneratedText.MEMORY + api.definitionFile()).orElse("");
    for (var kept : kind.definitions()) {
      if (kept.sha256().equals(DigestUtils.sha256Hex(text))) {
        var definition = new ChartDefinition(text, kept.notes());
        definitions.put(kept.inputs(), new Kept<>(file, definition));
      }
    }
  }

  @Override
  public ChartRights rights(RecordedChart chart) {
    return askedRights.computeIfAbsent(chart, this::findRights).content();
  }

  private Answer<ChartRights> findRights(RecordedChart chart) {
    return find(
        rights,
        () -> inputs.ofRights(chart),
        () -> anew.rights(chart),
        ChartRights::isWhole,
        // Notes may have what differs each time.
        found -> List.of(found.making(), found.elsewhere(), found.seeing()));
  }

  @Override
  public ChartDefinition definition(ProjectApi api, Path chart) {
    return askedDefinitions
        .computeIfAbsent(
            api,
            key ->
                find(
                    definitions,
                    () -> inputs.ofDefinition(ChartFiles.kind(key), chart),
                    () -> anew.definition(key, chart),
                    found -> true,
                    ChartDefinition::text))
        .content();
  }

  private <T> Answer<T> find(
      Map<String, Kept<T>> known,
      Supplier<Optional<String>> digest,
      Supplier<T> recording,
      Predicate<T> isWhole,
      Function<T, Object> compared) {
    var before = digest.get();
    var kept = before.flatMap(inputs -> Optional.ofNullable(known.get(inputs)));
    if (use == Use.TRUST && kept.isPresent()) {
      return new Answer<>(before, kept.get().content());
    }
    var found = recording.get();
    if (!isWhole.test(found)) {
      return new Answer<>(Optional.empty(), found);
    }
    kept.filter(other -> !compared.apply(other.content()).equals(compared.apply(found)))
        .ifPresent(
            other -> {
              throw new ManagerException(
                  "%s has other permissions or another CRD than the chart needs. Delete it, run `catamaran manifests`, and see what changes in config/"
                      .formatted(other.file()));
            });
    // An edit during the recording.
    return new Answer<>(digest.get().equals(before) ? before : Optional.empty(), found);
  }

  /**
   * Plans the files that keep the answers, as far as there are others than before.
   *
   * @param charts the charts of each API
   */
  void addTo(Changes project, Function<ProjectApi, ApiCharts> charts) {
    for (var api : apis) {
      var kind =
          new KeptKind(
              Stream.ofNullable(askedDefinitions.get(api)).flatMap(KeptCharts::kept).toList(),
              charts.apply(api).recorded().values().stream().flatMap(this::kept).toList());
      if (!kind.equals(read.get(api))) {
        project.put(KeptKind.path(api), kind.text());
      }
    }
  }

  private static Stream<KeptKind.Definition> kept(Answer<ChartDefinition> answer) {
    var text = answer.content().text();
    var notes = answer.content().notes();
    return answer.inputs().stream()
        .map(inputs -> new KeptKind.Definition(inputs, DigestUtils.sha256Hex(text), notes));
  }

  /** Not every command asks for the rights for all charts. */
  private Stream<KeptKind.Rights> kept(RecordedChart chart) {
    var asked = askedRights.get(chart);
    if (asked != null) {
      return asked.inputs().stream().map(inputs -> new KeptKind.Rights(inputs, asked.content()));
    }
    return inputs.ofRights(chart).stream()
        .flatMap(
            found ->
                Stream.ofNullable(rights.get(found))
                    .map(kept -> new KeptKind.Rights(found, kept.content())));
  }
}
