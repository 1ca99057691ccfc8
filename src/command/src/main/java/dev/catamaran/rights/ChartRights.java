package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.SharedEngine;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.recorder.Discovery.Plurals;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.temporary.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rights for the objects of a chart, beside {@link OperatorRights}. They include those for the
 * kinds that no recorded values render: people set values that enable what the defaults do not.
 *
 * @param making merged rules for who makes the releases: an account, or the operator itself
 * @param places namespaces that the chart itself names, and has objects in
 * @param seeing merged rules for the operator itself, whoever makes the releases
 */
public record ChartRights(
    List<Rule> making, Set<String> places, List<Rule> seeing, Collection<String> notes) {
  /** It renders with all files of ci/, which may be dozens. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  public List<Rule> rules() {
    return MergedRules.of(Stream.concat(making.stream(), seeing.stream()).toList());
  }

  /**
   * How the operator uses the chart.
   *
   * @param tests whether it runs the chart's tests
   * @param crds treatment of the definitions in the folder crds
   * @param overrides values that it puts over all others
   */
  public record Options(boolean tests, CrdPolicy crds, ObjectNode overrides) {}

  /** Records a chart with its defaults, and with {@code ci/*.yaml}. */
  public static ChartRights of(Path chart, Options options) {
    try (var copies = TemporaryFolder.create("catamaran-recorded-")) {
      var loaded = new ChartLoader(copies.path()).load(chart);
      var answer =
          SharedEngine.call(
              new EngineRequest.Rights(
                  new EngineRequest.Chart(loaded.path().toString(), loaded.digest(), Map.of()),
                  options.overrides(),
                  options.tests(),
                  options.crds().name(),
                  Discovery.VERSION,
                  Discovery.BUILT_IN,
                  Discovery.CUSTOM),
              LIMIT);
      var notes = new LinkedHashSet<>(texts(answer.path("notes")));
      answer.path("assumed").forEach(kind -> notes.add(note(kind)));
      return new ChartRights(
          rules(answer.path("making")),
          new TreeSet<>(texts(answer.path("places"))),
          rules(answer.path("seeing")),
          notes);
    } catch (InvalidChartException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    } catch (EngineFaultException e) {
      throw new ManagerException(
          "the permissions for the chart %s cannot be recorded: %s"
              .formatted(chart, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("no permissions are recorded: the command was interrupted");
    }
  }

  private static List<Rule> rules(JsonNode rules) {
    return MergedRules.of(rules.valueStream().map(Rule::of).toList());
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  private static String note(JsonNode assumed) {
    var kind = assumed.path("kind").asText();
    return ("Kind %s of %s is not built into Kubernetes, and the chart has no CRD of it; its"
            + " resource is assumed to be %s, %s")
        .formatted(
            kind,
            Stream.of("group", "version")
                .map(part -> assumed.path(part).asText())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("/")),
            Plurals.of(kind),
            assumed.path("namespaced").asBoolean() ? "namespaced" : "cluster-scoped");
  }
}
