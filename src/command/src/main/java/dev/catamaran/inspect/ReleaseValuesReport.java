package dev.catamaran.inspect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.Values;
import dev.catamaran.watch.Source;
import dev.catamaran.watch.ValueOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The values of a revision.
 *
 * @param values in the order of the chart, then of the release
 * @param yaml the values as YAML with comments
 */
public record ReleaseValuesReport(
    String namespace,
    String release,
    int revision,
    List<ValueLeaf> values,
    @JsonIgnore String yaml) {
  /**
   * Reads the values of a primary's release.
   *
   * @param number of the revision; empty for the deployed one
   * @throws ManagerException if there is no such revision
   */
  public static ReleaseValuesReport of(Scope scope, Target target, OptionalInt number) {
    var primary = scope.primary(target);
    var found = new Releases(scope.client()).of(primary);
    var revision = StoredNumber.of(primary, found, number);
    var sources = sources(scope, primary, found, revision);
    var leaves = sources.leaves();
    return new ReleaseValuesReport(
        found.key().namespace(),
        found.key().name(),
        revision,
        leaves,
        ValuesYaml.of(sources.merged(), leaves));
  }

  /**
   * Reads the values of a revision, and where they come from.
   *
   * @throws ManagerException if it is not stored any more
   */
  static ValueSources sources(
      Scope scope, PrimaryObject primary, Releases.Found found, int revision) {
    var stored =
        found.stored().values(revision).orElseThrow(() -> NoRelease.of(primary, found.key()));
    return new ValueSources(
        stored, overrides(primary), spec(primary), found.referenced(scope.client(), primary));
  }

  private static ObjectNode spec(PrimaryObject primary) {
    JsonNode spec = primary.content().path("spec");
    return spec instanceof ObjectNode map ? map : JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode overrides(PrimaryObject primary) {
    var overrides = new ArrayList<ValueOverride>();
    try {
      var options = primary.kind().chart().map(Source.HelmChart::values);
      for (var each : options.map(ValueOptions::overrides).stream().toList()) {
        for (var entry : each.entrySet()) {
          overrides.add(SetSyntax.parse(entry.getKey(), entry.getValue(), OverrideTyping.STRING));
        }
      }
      return Values.empty().with(overrides).toTree();
    } catch (InvalidOverrideException e) {
      throw new ManagerException("watches.yaml: overrideValues: " + e.getMessage());
    }
  }

  /** Omits the values. */
  @Override
  public String toString() {
    return "values of revision " + revision + " of " + namespace + "/" + release;
  }
}
