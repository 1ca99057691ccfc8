package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.Renderings;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart that is rendered with other values, to see what becomes of them. Only the templates
 * render that a value can reach; the others make what they make with the usual values. Safe for
 * concurrent use.
 *
 * @param usual values of the chart; empty if it renders with none that are known
 * @param reach of its values
 */
record ProbedChart(ChartEngine engine, Chart chart, Optional<Usual> usual, TemplateReach reach) {
  private static final ReleaseKey RELEASE = new ReleaseKey("probe", "probe");
  private static final Pattern USED = Pattern.compile("\\.Values\\.([A-Za-z0-9_.]*[A-Za-z0-9_])");

  /** Of Helm, if a template asks for another one that does not render. */
  private static final String MISSING = "no template";

  /**
   * The chart's own values; if it demands others, the first ones in ci/ with which it renders.
   *
   * @param more in addition to values.yaml
   * @param rendered the answer of the engine
   */
  record Usual(Values more, JsonNode rendered) {}

  /**
   * Reads the chart, and renders it with the usual values.
   *
   * @throws ManagerException if a file of it cannot be read
   */
  ProbedChart(ChartEngine engine, Chart chart) {
    this(engine, chart, usual(engine, chart), TemplateReach.of(chart));
  }

  private static Optional<Usual> usual(ChartEngine engine, Chart chart) {
    var ofCi = ChartInput.valuesOfCi(chart.path()).stream().map(Values::of);
    return Stream.concat(Stream.of(Values.empty()), ofCi)
        .flatMap(values -> usual(engine, chart, values).stream())
        .findFirst();
  }

  private static Optional<Usual> usual(ChartEngine engine, Chart chart, Values values) {
    try {
      return Optional.of(new Usual(values, rendered(engine, chart, values, Set.of())));
    } catch (EngineFaultException e) {
      return Optional.empty();
    }
  }

  private static JsonNode rendered(ChartEngine engine, Chart chart, Values values, Set<String> only)
      throws EngineFaultException {
    return engine.objects(chart, RELEASE, values, /* isUpgrade= */ false, World.EMPTY, only);
  }

  /**
   * Returns the paths of the values that the templates use, and of what they are in, if they match,
   * sorted.
   *
   * @param wanted of their paths
   * @param test of those that match; for several at once
   */
  List<String> usedIf(Pattern wanted, Predicate<String> test) {
    var found = used(wanted).toList();
    var passed = Renderings.ofEach(found, test::test);
    return IntStream.range(0, found.size()).filter(passed::get).mapToObj(found::get).toList();
  }

  private Stream<String> used(Pattern wanted) {
    var found = new TreeSet<String>();
    var folder = chart.path().resolve("templates");
    if (!Files.isDirectory(folder)) {
      // Its subcharts make all objects.
      return Stream.of();
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        USED.matcher(Files.readString(file)).results().forEach(use -> add(use.group(1), found));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart.path(), e.getMessage()));
    }
    return found.stream().filter(path -> wanted.matcher(path).find());
  }

  private static void add(String path, Set<String> found) {
    for (int end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) {
      found.add(path.substring(0, end));
    }
    found.add(path);
  }

  /** Returns the objects with one value; none if the chart takes something else there. */
  JsonNode with(String path, JsonNode value) {
    var values = JsonNodeFactory.instance.objectNode();
    var steps = path.split("[.]", -1);
    var place = values;
    for (int i = 0; i < steps.length - 1; i++) {
      place = place.putObject(steps[i]);
    }
    place.set(steps[steps.length - 1], value);
    var only = usual.flatMap(whole -> reach.of(path));
    var merged = usual.map(Usual::more).orElseGet(Values::empty).merge(Values.of(values));
    try {
      return only.isPresent()
          ? partly(merged, only.get())
          : objects(rendered(engine, chart, merged, Set.of()));
    } catch (EngineFaultException e) {
      return none();
    }
  }

  /** Returns the objects with the usual values; none without such. */
  JsonNode byItself() {
    return usual.map(Usual::rendered).map(ProbedChart::objects).orElseGet(ProbedChart::none);
  }

  private JsonNode partly(Values values, Set<String> only) throws EngineFaultException {
    try {
      var found = none();
      objects(rendered(engine, chart, values, only)).forEach(found::add);
      var templates = usual.orElseThrow().rendered().path("templates");
      for (int i = 0; i < templates.size(); i++) {
        if (!only.contains(templates.path(i).asText())) {
          found.add(byItself().path(i));
        }
      }
      return found;
    } catch (EngineFaultException e) {
      if (e.fault().message().contains(MISSING)) {
        return objects(rendered(engine, chart, values, Set.of()));
      }
      throw e;
    }
  }

  private static JsonNode objects(JsonNode rendered) {
    return rendered.path("revision").path("objects");
  }

  private static ArrayNode none() {
    return JsonNodeFactory.instance.arrayNode();
  }
}
