package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Unrendered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptKindTest {
  private static final Rule RULE =
      new Rule(
          Reach.CLUSTER,
          List.of("", "apps"),
          List.of("secrets", "deployments"),
          List.of("one"),
          List.of(),
          List.of("get", "patch"),
          new TreeSet<>(List.of("web/templates/a.yaml", "granted by web/templates/b.yaml")));

  private static final Rule UNRENDERED =
      Rule.of(
          Reach.NAMESPACE, "", "pods", List.of("get"), "not rendered by the recorded values: x");

  private static final KeptKind KIND =
      new KeptKind(
          List.of(new KeptKind.Definition("in1", "sum", List.of("a \"note\" with \u00e4"))),
          List.of(
              new KeptKind.Rights(
                  "in2",
                  new ChartRights(
                      List.of(RULE),
                      new TreeMap<>(Map.of("kube-system", List.of(RULE))),
                      List.of(UNRENDERED),
                      List.of(
                          new Unrendered(
                              "web/templates/c.yaml",
                              new ApiResource("apps", "v1", "deployments", "Deployment", true))),
                      List.of("a note"),
                      true,
                      true)),
              new KeptKind.Rights(
                  "in3",
                  new ChartRights(
                      List.of(), new TreeMap<>(), List.of(), List.of(), List.of(), false, false))));

  @Test
  void isReadAsItWasWritten() {
    assertEquals(Optional.of(KIND), KeptKind.read(KIND.text()));
  }

  /** A version control system may change the ends of lines. */
  @Test
  void isReadInAnotherForm() {
    assertEquals(Optional.of(KIND), KeptKind.read(KIND.text().replace("\n", "\r\n")));
    assertEquals(Optional.of(KIND), KeptKind.read(KIND.text().replace("  ", "\t")));
  }

  @Test
  void saysNothingWithoutALine() {
    var lines = KIND.text().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var rest = new ArrayList<>(lines);
      var removed = rest.remove(i);
      var text = String.join("\n", rest);
      assertEquals(Optional.empty(), KeptKind.read(text), () -> "without " + removed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"one\"", "\"get\"", "\"apps\"", "CLUSTER", "in2", "\"sum\"", "true"})
  void saysNothingAfterAnEdit(String text) {
    var written = KIND.text();
    assertTrue(written.contains(text), written);
    for (var by : List.of("", "\"*\"", "false", "null", "NAMESPACE")) {
      assertEquals(Optional.empty(), KeptKind.read(written.replace(text, by)), by);
    }
  }

  @Test
  void saysNothingInPart() {
    var text = KIND.text();
    for (int length = 0; length < text.length() - 3; length += 7) {
      assertEquals(Optional.empty(), KeptKind.read(text.substring(0, length)));
    }
    assertEquals(Optional.empty(), KeptKind.read(text + "{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"about\":\"\",\"sha256\":\"\",\"kept\":null}",
        "{\"about\":\"\",\"sha256\":\"74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b\",\"kept\":null}",
        "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n",
        "[[[[[[[[",
      })
  void saysNothingAsAnythingElse(String text) {
    assertEquals(Optional.empty(), KeptKind.read(text));
  }
}
