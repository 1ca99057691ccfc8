package dev.catamaran.definition;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A sample primary with all defaults of a chart, and the comments of values.yaml.
 *
 * @param gvk the kind
 * @param chart the chart
 */
public record SampleResource(GroupVersionKind gvk, ChartInput chart) {

  /** Returns the manifest's text. */
  public String text() {
    var head =
        """
        apiVersion: %s
        kind: %s
        metadata:
          name: %s-sample
        """
            .formatted(gvk.apiVersion(), gvk.kind(), gvk.kind().toLowerCase(Locale.ROOT));
    if (chart.values().isEmpty()) {
      var comments = lines().filter(line -> line.startsWith("#")).collect(joining("\n"));
      return head + (comments.isEmpty() ? "" : comments + "\n") + "spec: {}\n";
    }
    var text =
        head + "spec:\n" + lines().map(SampleResource::indented).collect(joining("\n")) + "\n";
    return hasAllValues(text) ? text : rewritten(head);
  }

  private Stream<String> lines() {
    return chart
        .valuesText()
        .lines()
        .dropWhile(line -> line.isBlank() || line.startsWith("---") || line.startsWith("%"))
        .takeWhile(line -> !line.equals("---") && !line.equals("..."));
  }

  private static String indented(String line) {
    return line.isEmpty() ? "" : "  " + line;
  }

  /** Returns whether the indented text has the same values: not if a marker is in its way. */
  private boolean hasAllValues(String text) {
    try {
      return GoYaml.first(text, UnaryOperator.identity()).path("spec").equals(chart.values());
    } catch (InvalidYamlException e) {
      return false;
    }
  }

  private String rewritten(String head) {
    return head
        + DefinitionYaml.text(JsonNodeFactory.instance.objectNode().set("spec", chart.values()));
  }
}
