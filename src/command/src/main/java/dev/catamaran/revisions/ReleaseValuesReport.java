package dev.catamaran.revisions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import java.util.List;
import java.util.OptionalInt;

/**
 * The values of a revision.
 *
 * @param values in the order of the chart, then of the release
 */
public record ReleaseValuesReport(
    String namespace, String release, int revision, List<Value> values) {
  /**
   * One value: a text, a number, a boolean, a null, or an empty map or list.
   *
   * @param path in the syntax of {@code helm --set}
   * @param value asterisks in place of a secret
   * @param source where it comes from
   */
  public record Value(String path, JsonNode value, String source) {
    private List<Cell> cells() {
      return List.of(Cell.of(path), Cell.of(value.toString()), Cell.of(source));
    }
  }

  private static final List<String> HEAD = List.of("Path", "Value", "Source");

  /**
   * Reads the values of a primary's release.
   *
   * @param number of the revision; empty for the deployed one
   */
  public static ReleaseValuesReport of(Scope scope, Target target, OptionalInt number) {
    var found = scope.release(target);
    var revision = found.number(number);
    return new ReleaseValuesReport(
        found.key().namespace(),
        found.key().name(),
        revision,
        ValueSources.of(found, revision).leaves());
  }

  public Table table() {
    return new Table(HEAD, values.stream().map(Value::cells).toList());
  }

  /** Omits the values. */
  @Override
  public String toString() {
    return "values of revision " + revision + " of " + namespace + "/" + release;
  }
}
