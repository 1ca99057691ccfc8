package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.preview.Fleet.Lookup;
import dev.catamaran.preview.Fleet.Member;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WatchesLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot answers without its cluster, with Helm's engine. */
class FleetPreviewsTest {
  private static final String PAGE =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "{{ .Release.Name }}-page", annotations: {ANNOTATIONS}}
      data:
        color: {{ .Values.color | quote }}
        sum: {{ .Values.login.password | sha256sum }}
        found: "{{ (lookup "v1" "ConfigMap" .Release.Namespace "settings").data.size }}"
      """;

  private final Path work;
  private final TestChart present = chart(PAGE);

  FleetPreviewsTest(@TempDir Path work) {
    this.work = work;
  }

  private static TestChart chart(String page) {
    return TestChart.named("page")
        .values("{color: blue, login: {password: none}}")
        .template("page.yaml", page.replace("ANNOTATIONS", ""));
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Member member(String name, String spec, String stays) {
    return new Member(
        "test.catamaran.dev/v1",
        "Widget",
        "team",
        name,
        "team",
        name,
        name.equals("new") ? "" : "page " + (name.equals("old") ? "0.0.9" : "0.1.0"),
        stays,
        yaml(spec),
        yaml("{login: {password: masked}}"));
  }

  private static Fleet fleet(Member... members) {
    return new Fleet(
        Fleet.FORMAT,
        "2026-01-01T00:00:00Z",
        "v1.34.0",
        List.of("v1", "v1/ConfigMap", "apps/v1", "apps/v1/Deployment"),
        List.of(members),
        List.of(new Lookup("v1", "ConfigMap", "team", "settings")),
        List.of(
            yaml(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings, namespace: team}
                data: {size: large}
                """)),
        List.of());
  }

  private FleetReport report(Fleet fleet, TestChart next, String... options) throws Exception {
    var file = work.resolve("watches.yaml");
    Files.writeString(
        file,
        """
        - group: test.catamaran.dev
          version: v1
          kind: Widget
          chart: %s
        """
                .formatted(present.path())
            + String.join("\n", options));
    List<Watch> watches =
        new WatchesLoader(chart -> {}, template -> "x").load(file, Map.of()).watches();
    // Read from its own text: what a file does not have, no report has.
    return FleetPreviews.of(
        Fleet.read(fleet.text()),
        watches,
        chart -> chart.equals(present.path()) ? next.path() : chart);
  }

  @Test
  void groupsWhatChangesAndFindsWhatWasLookedUp() throws Exception {
    var next = chart(PAGE.replace("color: {{", "colour: {{"));
    var report =
        report(
            fleet(
                member("one", "{}", ""),
                member("two", "{}", ""),
                member("three", "{color: red}", "")),
            next);
    assertEquals(
        """
        ## Live primaries

        As of 2026-01-01T00:00:00Z, the present chart compared with the new one, with the same values.

        `Widget.test.catamaran.dev`: 3 changed, 0 unchanged; 0 restart pods, 0 fail

        - 2 primaries: widget.test.catamaran.dev/one in namespace team, widget.test.catamaran.dev/two in namespace team
          - `~ ConfigMap/<release>-page data.color: "blue" -> (none)`
          - `~ ConfigMap/<release>-page data.colour: (none) -> "blue"`
        - 1 primary: widget.test.catamaran.dev/three in namespace team
          - `~ ConfigMap/<release>-page data.color: "red" -> (none)`
          - `~ ConfigMap/<release>-page data.colour: (none) -> "red"`
        """,
        report.markdown());
  }

  @Test
  void leavesPausedPrimariesAndKeptObjects() throws Exception {
    present.template("page.yaml", PAGE.replace("ANNOTATIONS", "helm.sh/resource-policy: keep"));
    var next = TestChart.named("page").values("{}").configMap("other", "a", "b");
    var report = report(fleet(member("one", "{}", ""), member("two", "{}", "it is paused")), next);
    assertTrue(
        report
            .markdown()
            .contains(
                """
                `Widget.test.catamaran.dev`: 1 changed, 1 unchanged; 0 restart pods, 0 fail

                - 1 primary: widget.test.catamaran.dev/one in namespace team
                  - `+ ConfigMap/<release>-other`
                """),
        report::markdown);
  }

  @Test
  void saysWhatItDoesNotKnow() throws Exception {
    var next =
        chart(
            PAGE
                + "  others: {{ lookup \"v1\" \"Secret\" .Release.Namespace \"others\" | len | quote }}\n");
    var members = fleet(member("one", "{}", ""), member("new", "{}", ""), member("old", "{}", ""));
    var report = report(members, next);
    assertEquals(
        List.of(
            "Some primaries have no release yet: the new chart will be their first",
            "Some primaries have page 0.0.9 deployed, and not page 0.1.0 of the project: what changes from there to the project's version is not in this list",
            "The new chart looks up Secret/others in namespace team. The snapshot does not have it, so it counts as absent"),
        report.notes());
  }

  @Test
  void tellsAFailureOfTheNewChartFromOneOfTheSnapshot() throws Exception {
    var next = chart(PAGE + "  size: {{ required \"set size\" .Values.size }}\n");
    var failing = report(fleet(member("one", "{}", ""), member("two", "{size: 1}", "")), next);
    assertTrue(
        failing.markdown().contains("1 changed, 0 unchanged; 0 restart pods, 1 fail"),
        failing::markdown);
    assertTrue(
        failing.markdown().contains("- widget.test.catamaran.dev/one in namespace team fails: `"),
        failing::markdown);

    present.template("page.yaml", PAGE + "  size: {{ required \"set size\" .Values.size }}\n");
    var unknown = report(fleet(member("one", "{}", "")), chart(PAGE));
    assertTrue(
        unknown
            .markdown()
            .contains("0 changed, 0 unchanged; 0 restart pods, 0 fail, 1 not known\n"),
        unknown::markdown);
    assertTrue(
        unknown
            .notes()
            .getFirst()
            .startsWith(
                "widget.test.catamaran.dev/one in namespace team cannot be rendered with the snapshot, also by the present chart, so what changes is not known: "),
        unknown::markdown);
  }

  @Test
  void refusesWhatIsNoSnapshot() {
    for (var text : List.of("", "{}", "[1]", "{\"format\": 2}", "nothing")) {
      assertThrows(ManagerException.class, () -> Fleet.read(text), text);
    }
  }
}
