package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import org.junit.jupiter.api.Test;

class SampleResourceTest {
  private static final String HEAD =
      """
      apiVersion: example.com/v1
      kind: Box
      metadata:
        name: box-sample
      """;

  @Test
  void indentsTheValuesWithTheirComments() {
    assertEquals(
        HEAD
            + """
            spec:
              # How many.
              size: 1

              script: |
                echo

                done
            """,
        sample("---\n# How many.\nsize: 1\n\nscript: |\n  echo\n\n  done\n"));
  }

  @Test
  void hasAnEmptySpecWithoutValues() {
    assertEquals(HEAD + "spec: {}\n", sample(""));
    assertEquals(HEAD + "# None yet.\nspec: {}\n", sample("# None yet.\n\n"));
  }

  @Test
  void writesValuesAgainThatCannotBeIndented() {
    assertEquals(HEAD + "spec:\n  a: \"1\"\n", sample("--- {a: \"1\"}\n"));
  }

  @Test
  void leavesOutFurtherDocuments() {
    assertEquals(HEAD + "spec:\n  a: 1\n", sample("a: 1\n---\nb: 2\n"));
  }

  private static String sample(String values) {
    return new SampleResource(
            new GroupVersionKind("example.com", "v1", "Box"), TestCharts.chart(values))
        .text();
  }
}
