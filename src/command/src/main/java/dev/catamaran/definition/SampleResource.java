package dev.catamaran.definition;

import static java.util.stream.Collectors.joining;

import dev.catamaran.api.GroupVersionKind;
import java.util.Locale;

/**
 * A sample primary. It sets nothing, as the defaults of the chart hold anyway: what it set would
 * stay when a later chart has other defaults, such as another image. The values are comments.
 *
 * @param valuesText values.yaml of the chart
 */
public record SampleResource(GroupVersionKind gvk, String valuesText) {
  private static final String HINT =
      """
      # The values of the chart, with their defaults. To set some, remove {} above, and "# " before their lines and before
      # the lines that they belong to.
      """;

  public String text() {
    var head =
        """
        apiVersion: %s
        kind: %s
        metadata:
          name: %s-sample
        spec: {}
        """
            .formatted(gvk.apiVersion(), gvk.kind(), gvk.kind().toLowerCase(Locale.ROOT));
    var values = values();
    return values.isBlank() ? head : head + HINT + values + "\n";
  }

  private String values() {
    return valuesText
        .lines()
        .dropWhile(line -> line.isBlank() || line.startsWith("---") || line.startsWith("%"))
        .takeWhile(line -> !line.equals("---") && !line.equals("..."))
        .map(line -> line.isBlank() ? "#" : "#   " + line)
        .collect(joining("\n"));
  }
}
