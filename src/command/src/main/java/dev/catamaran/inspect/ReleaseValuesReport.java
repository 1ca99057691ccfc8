package dev.catamaran.inspect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import java.util.List;
import java.util.OptionalInt;

/**
 * The values of a revision.
 *
 * @param values in the order of the chart, then of the release
 * @param yaml the values as YAML with comments
 */
public record ReleaseValuesReport(
    String namespace, String release, int revision, List<Value> values, @JsonIgnore String yaml) {
  /**
   * One value: a text, a number, a boolean, a null, or an empty map or list.
   *
   * @param path in the syntax of {@code helm --set}
   * @param value asterisks in place of a secret
   * @param source where it comes from
   */
  public record Value(String path, JsonNode value, String source) {}

  /**
   * Reads the values of a primary's release.
   *
   * @param number of the revision; empty for the deployed one
   * @throws ManagerException if there is no such revision
   */
  public static ReleaseValuesReport of(Scope scope, Target target, OptionalInt number) {
    var found = scope.release(target);
    var revision = found.number(number);
    var sources = ValueSources.of(found, revision);
    var leaves = sources.leaves();
    return new ReleaseValuesReport(
        found.key().namespace(),
        found.key().name(),
        revision,
        leaves,
        ValuesYaml.of(sources.merged(), leaves));
  }

  /** Omits the values. */
  @Override
  public String toString() {
    return "values of revision " + revision + " of " + namespace + "/" + release;
  }
}
