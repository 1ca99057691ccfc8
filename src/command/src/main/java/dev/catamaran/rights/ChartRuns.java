package dev.catamaran.rights;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import dev.catamaran.recorder.Renderings;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records a chart with all values that are known: the defaults, its ci files and given ones. */
final class ChartRuns {
  private static final ReleaseKey FIRST = new ReleaseKey("first-place", "one");
  private static final ReleaseKey SECOND = new ReleaseKey("second-place", "two");

  /** The convention of chart-testing, https://github.com/helm/chart-testing. */
  private static final String CI = "ci";

  private static final String CI_VALUES = "*.{yaml,yml}";

  private final ChartRecorder recorder;
  private final Chart chart;
  private final Values overrides;
  private final List<Run> runs = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private ChartRuns(ChartRecorder recorder, Chart chart, Values overrides) {
    this.recorder = recorder;
    this.chart = chart;
    this.overrides = overrides;
  }

  /**
   * Records.
   *
   * @param folder folder of the chart, which may have ci files
   * @param options with further values files
   * @throws ManagerException if a values file cannot be read
   */
  static ChartRuns of(
      ChartRecorder recorder, Chart chart, Path folder, ChartRights.Options options) {
    var runs = new ChartRuns(recorder, chart, Values.of(options.overrides()));
    var given = new ArrayList<Given>();
    given.add(new Given("the default values", Optional.of(Values.empty())));
    ciFiles(folder).forEach(file -> given.add(Given.ofCi(file)));
    options
        .valuesFiles()
        .forEach(file -> given.add(new Given(file.toString(), Optional.of(read(file)))));
    Renderings.ofEach(given, runs::record).forEach(runs::add);
    return runs;
  }

  /**
   * Values to record.
   *
   * @param name for people
   * @param values empty for a file without any
   */
  private record Given(String name, Optional<Values> values) {
    /** Not every file there has values. */
    static Given ofCi(Path file) {
      var name = CI + "/" + file.getFileName();
      try {
        return new Given(name, Optional.of(read(file)));
      } catch (ManagerException e) {
        return new Given(name, Optional.empty());
      }
    }
  }

  private record Outcome(Optional<Run> run, List<String> notes) {}

  private void add(Outcome outcome) {
    outcome.run().ifPresent(runs::add);
    notes.addAll(outcome.notes());
  }

  List<Run> runs() {
    return runs;
  }

  Set<String> notes() {
    return notes;
  }

  /** Returns the templates that made objects. */
  static Set<String> templates(Stream<Recording> recordings) {
    return recordings
        .flatMap(recording -> recording.objects().stream())
        .map(RecordedObject::template)
        .collect(Collectors.toSet());
  }

  private Outcome record(Given given) {
    return given
        .values()
        .map(values -> record(given.name(), values.merge(overrides)))
        .orElseGet(() -> new Outcome(Optional.empty(), List.of(given.name() + " has no values")));
  }

  private Outcome record(String name, Values values) {
    try {
      var first = recorder.record(chart, FIRST, values);
      var run = new Run(name, first, second(first, values));
      return new Outcome(
          Optional.of(run), Stream.concat(first.notes().stream(), run.foreignPlaces()).toList());
    } catch (ManagerException e) {
      return new Outcome(Optional.empty(), List.of("with %s: %s".formatted(name, e.getMessage())));
    }
  }

  /** What is equal in both does not depend on the release, and on no value that names objects. */
  private Recording second(Recording first, Values values) {
    var names = first.objects().stream().map(RecordedObject::name).collect(Collectors.toSet());
    var others = new OtherNames(names).in(read(chart.path().resolve("values.yaml")).merge(values));
    if (others.isPresent()) {
      try {
        return recorder.render(chart, SECOND, others.get());
      } catch (ManagerException e) {
        // The chart allows no other texts there.
      }
    }
    return recorder.render(chart, SECOND, values);
  }

  private static List<Path> ciFiles(Path folder) {
    var ci = folder.resolve(CI);
    var files = new ArrayList<Path>();
    if (Files.isDirectory(ci)) {
      try (var found = Files.newDirectoryStream(ci, CI_VALUES)) {
        found.forEach(files::add);
      } catch (IOException e) {
        throw new ManagerException("%s cannot be read: %s".formatted(ci, e.getMessage()));
      }
    }
    return files.stream().sorted().toList();
  }

  private static Values read(Path file) {
    if (!Files.exists(file)) {
      return Values.empty();
    }
    try {
      return YamlValues.read(Files.readString(file));
    } catch (IOException | InvalidValuesFileException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
