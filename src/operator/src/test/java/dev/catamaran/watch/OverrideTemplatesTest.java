package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.watch.Watch.Source.HelmChart;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluates overrides with Helm. The variable A is x, and COMMA is hush,hush. */
class OverrideTemplatesTest {
  private final Path folder;

  OverrideTemplatesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '^',
      value = {
        "{{ \"a\" | upper }}b                              => Ab",
        "{{ add 1 2 }}                                     => 3",
        "{{/* {{ */}}{{ printf \"%03d\" 7 }}               => 007",
        "{{ \"${A}\" | repeat 3 }}                         => xxx",
        "x{{ \"{{ now }}\" }}                              => x{{ now }}",
        "{{ range $$i, $$e := list \"a\" \"b\" }}{{ $$i }}{{ $$e }}{{ end }} => 0a1b",
        "{{ $$d := dict \"now\" 5 }}{{ $$d.now }}          => 5",
        "{{ define \"t\" }}x{{ . }}{{ end }}{{ template \"t\" 4 }} => x4",
        "{{ regexReplaceAll \"a(.)\" \"ab\" \"${1}\" }}    => ?",
        "{{ list 1 2 | join \"\\\\,\" }}                   => 1\\,2",
        "{{ \"\" }}                                        => ^^",
      })
  void evaluatesLikeTheGoOperators(String written, String expected) throws Exception {
    if (expected.equals("?")) {
      // Like the Go operators, the loader expands ${1} as a variable first.
      assertTrue(problem(written).contains("${1} is not set"));
      return;
    }
    var chart = (HelmChart) load(written).watches().getFirst().source();
    assertEquals(expected, chart.values().overrides().get("k"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '^',
      value = {
        "{{ env \"A\" }}             => function \"env\" not defined",
        "{{ now | unixEpoch }}       => function \"now\" not defined",
        "{{randAlphaNum 5}}          => function \"randAlphaNum\" not defined",
        "{{- ago 3 -}}               => function \"ago\" not defined",
        "{{ lookup \"v1\" \"\" \"\" \"\" }} => function \"lookup\" not defined",
        "{{ if true }}{{ (tpl \"a\" .) }}{{ end }} => function \"tpl\" not defined",
        "{{ env \"A\" }}             => same result at each start, and ${VAR} for the environment",
        "{{ .x }}                    => a field has no value: there is no data",
        "{{ fail \"sorry\" }}        => the template cannot be evaluated:",
        "{{ fail \"sorry\" }}        => sorry",
        "{{ index (list 1) 5 }}    => evaluated: at <index (list 1) 5>: error calling index: index"
            + " out of range: 5",
        "{{ toString 1 | add \"x\" | mustToDate \"y\" }} => evaluated: at <\"y\">: wrong type for"
            + " value; expected string; got int64",
        "{{ upper                    => the template cannot be evaluated: unclosed action",
        "{{ fail \"${COMMA}\" }}     => the template cannot be evaluated: with the variables put"
            + " in",
      })
  void reportsAnOverrideThatCannotBeEvaluated(String written, String part) {
    var problem = problem(written);

    assertTrue(problem.contains(":6 watches[0]"), problem);
    assertTrue(problem.contains("overrideValues: key k: "), problem);
    assertTrue(problem.contains(part), problem);
    assertTrue(!problem.contains("hush"), problem);
  }

  private String problem(String written) {
    return String.valueOf(
        assertThrows(InvalidWatchesException.class, () -> load(written)).getMessage());
  }

  private Watches load(String override) throws Exception {
    return WatchesFixture.in(folder).loadWith("overrideValues:\n  k: '" + override + "'");
  }
}
