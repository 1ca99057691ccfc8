package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.yaml.GoYaml;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SampleResourceTest {
  private static final String HEAD =
      """
      apiVersion: example.com/v1
      kind: Box
      metadata:
        name: box-sample
      spec: {}
      """;
  private static final String HINT =
      """
      # The values of the chart, with their defaults. To set some, remove {} above, and "# " before their lines and before
      # the lines that they belong to.
      """;

  @Test
  void setsNothingAndHasTheValuesAsComments() {
    assertEquals(
        HEAD
            + HINT
            + """
            #   # How many.
            #   size: 1
            #
            #   script: |
            #     echo
            #
            #     done
            """,
        sample("---\n# How many.\nsize: 1\n\nscript: |\n  echo\n\n  done\n"));
  }

  /** As a person does who follows the hint. */
  @Test
  void setsTheValuesWhoseCommentSignsGo() throws Exception {
    var chart = "# How many.\nsize: 1\nbox:\n  color: red\n";
    var edited =
        sample(chart).replace(HINT, "").replace("spec: {}", "spec:").replaceAll("(?m)^# ", "");
    assertEquals(
        GoYaml.first(chart, UnaryOperator.identity()),
        GoYaml.first(edited, UnaryOperator.identity()).path("spec"));
  }

  @Test
  void hasNoCommentsWithoutValues() {
    assertEquals(HEAD, sample(""));
    assertEquals(HEAD + HINT + "#   # None yet.\n#\n", sample("# None yet.\n\n"));
  }

  @Test
  void leavesOutFurtherDocuments() {
    assertEquals(HEAD + HINT + "#   a: 1\n", sample("a: 1\n---\nb: 2\n"));
  }

  private static String sample(String values) {
    return new SampleResource(new GroupVersionKind("example.com", "v1", "Box"), values).text();
  }
}
