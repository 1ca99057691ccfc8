package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.wire.SideBySide;
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

/** Records a chart with all values that are known: the defaults, and those of its ci files. */
record ChartRuns(ChartRecorder recorder, Chart chart, Values overrides) {
  private static final ReleaseKey FIRST = new ReleaseKey("first-place", "one");
  private static final ReleaseKey SECOND = new ReleaseKey("second-place", "two");

  /** The conventions of {@code helm create}; empty by default. */
  private static final Set<String> OVERRIDES = Set.of("nameOverride", "fullnameOverride");

  /** Shorter texts are in names by chance. */
  private static final int SHORTEST = 3;

  /**
   * What was recorded.
   *
   * @param runs of the values that the chart takes
   * @param notes sentences for people
   */
  record Recorded(List<Run> runs, Set<String> notes) {}

  /**
   * Records.
   *
   * @param place folder or archive of the chart
   * @throws ManagerException if the values of the chart cannot be read
   */
  static Recorded of(ChartRecorder recorder, Chart chart, Path place, ChartRights.Options options) {
    var runs = new ChartRuns(recorder, chart, Values.of(options.overrides()));
    var recorded = new Recorded(new ArrayList<>(), new LinkedHashSet<>());
    var files =
        Stream.concat(
                Stream.of(Optional.<Path>empty()),
                ChartInput.filesOfCi(Files.isDirectory(place) ? place : chart.path()).stream()
                    .map(Optional::of))
            .toList();
    SideBySide.ofEach(Runtime.getRuntime().availableProcessors(), files, runs::record)
        .forEach(
            one -> {
              recorded.runs().addAll(one.runs());
              recorded.notes().addAll(one.notes());
            });
    return recorded;
  }

  private Recorded record(Optional<Path> file) {
    var name = file.map(ci -> "ci/" + ci.getFileName()).orElse("the default values");
    Values values;
    try {
      values = file.map(ChartRuns::read).orElseGet(Values::empty);
    } catch (ManagerException e) {
      return new Recorded(List.of(), Set.of(name + " has no values"));
    }
    try {
      var all = values.merge(overrides);
      var first = recorder.record(chart, FIRST, all);
      var run = new Run(first, second(first, all));
      var notes = new LinkedHashSet<>(first.notes());
      run.foreignPlaces().forEach(notes::add);
      return new Recorded(List.of(run), notes);
    } catch (ManagerException e) {
      return new Recorded(List.of(), Set.of("with %s: %s".formatted(name, e.getMessage())));
    }
  }

  /** What is equal in both does not depend on the release, and on no value that names objects. */
  private Recording second(Recording first, Values values) {
    var names = first.objects().stream().map(RecordedObject::name).collect(Collectors.toSet());
    var others = read(chart.path().resolve("values.yaml")).merge(values).toTree();
    if (rename(others, names)) {
      try {
        return recorder.render(chart, SECOND, Values.of(others));
      } catch (ManagerException e) {
        // The chart allows no other texts there.
      }
    }
    return recorder.render(chart, SECOND, values);
  }

  /**
   * Writes other texts where values name objects: a person may write them, so such a name is no
   * limit of a rule. Returns whether there are such values.
   */
  private static boolean rename(ObjectNode values, Set<String> names) {
    boolean isChanged = false;
    for (var entry : values.properties()) {
      if (entry.getValue() instanceof ObjectNode below) {
        isChanged |= rename(below, names);
      } else if (isOfName(entry.getKey(), entry.getValue(), names)) {
        var text = entry.getValue().asText("");
        entry.setValue(TextNode.valueOf(text.isEmpty() ? "other" : text + "-other"));
        isChanged = true;
      }
    }
    return isChanged;
  }

  private static boolean isOfName(String key, JsonNode value, Set<String> names) {
    var text = value.asText("");
    return text.isEmpty()
        ? OVERRIDES.contains(key) && (value.isTextual() || value.isNull())
        : value.isTextual()
            && text.length() >= SHORTEST
            && names.stream().anyMatch(name -> name.contains(text));
  }

  private static Values read(Path file) {
    try {
      return Files.exists(file) ? Values.ofYaml(Files.readString(file)) : Values.empty();
    } catch (IOException | InvalidValuesFileException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
