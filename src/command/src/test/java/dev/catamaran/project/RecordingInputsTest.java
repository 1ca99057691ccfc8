package dev.catamaran.project;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.definition.DefinedKind;
import dev.catamaran.definition.DefinedKind.Scope;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.ChartRights.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each input changes the digest: a missing one would leave rights as they were. */
class RecordingInputsTest {
  private static final Options USUAL = new Options(List.of(), false, true, CrdPolicy.CREATE);
  private static final DefinedKind KIND = kind("shop.my.domain", "v1", "Web", "webs");

  private final Path folder;
  private final Path chart;

  RecordingInputsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.chart = folder.resolve("web");
    writeChart(chart);
  }

  private static void writeChart(Path chart) throws IOException {
    write(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: web, version: 0.1.0}");
    write(chart.resolve("values.yaml"), "replicas: 1\n");
    write(chart.resolve(".helmignore"), "*.tmp\nci/\n");
    write(chart.resolve("templates/a.yaml"), "kind: ConfigMap\n");
    write(chart.resolve("charts/sub/templates/b.yaml"), "kind: Secret\n");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private static DefinedKind kind(String group, String version, String kind, String plural) {
    return new DefinedKind(new GroupVersionKind(group, version, kind), plural, Scope.NAMESPACED);
  }

  private static RecordingInputs by(String tool) {
    return new RecordingInputs(Optional.of(tool));
  }

  private String ofRights(Path at, Options options) {
    return by("1.0.0").ofRights(new RecordedChart(at, options)).orElseThrow();
  }

  private String ofDefinition() {
    return by("1.0.0").ofDefinition(KIND, chart).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Chart.yaml",
        "Chart.lock",
        "requirements.yaml",
        "values.yaml",
        "values.schema.json",
        ".helmignore",
        "templates/a.yaml",
        "templates/deep/more.yaml",
        "templates/_helpers.tpl",
        "templates/NOTES.txt",
        "files/rules.txt",
        "ignored.tmp",
        "ci/ha-values.yaml",
        "crds/raft.yaml",
        "charts/sub/templates/b.yaml",
        "charts/sub/ci/x-values.yaml",
        "charts/other-1.0.0.tgz",
      })
  void aFileOfTheChartIsOne(String file) throws IOException {
    var rights = ofRights(chart, USUAL);
    var definition = ofDefinition();
    write(chart.resolve(file), "changed");
    assertNotEquals(rights, ofRights(chart, USUAL));
    assertNotEquals(definition, ofDefinition());
  }

  @Test
  void aNameOfAFileIsOne() throws IOException {
    var before = ofRights(chart, USUAL);
    Files.move(chart.resolve("templates/a.yaml"), chart.resolve("templates/c.yaml"));
    var renamed = ofRights(chart, USUAL);
    assertNotEquals(before, renamed);
    Files.delete(chart.resolve("templates/c.yaml"));
    assertNotEquals(renamed, ofRights(chart, USUAL));
  }

  @Test
  void whatALinkLeadsToIsOne() throws IOException {
    write(folder.resolve("shared/d.yaml"), "kind: Role\n");
    Files.createSymbolicLink(chart.resolve("templates/shared"), folder.resolve("shared"));
    var before = ofRights(chart, USUAL);
    write(folder.resolve("shared/d.yaml"), "kind: ClusterRole\n");
    assertNotEquals(before, ofRights(chart, USUAL));
  }

  @Test
  void aPackageIsOne() throws IOException {
    var packaged = folder.resolve("web-0.1.0.tgz");
    write(packaged, "one");
    var before = ofRights(packaged, USUAL);
    write(packaged, "two");
    assertNotEquals(before, ofRights(packaged, USUAL));
  }

  @Test
  void theToolIsOne() {
    var recorded = new RecordedChart(chart, USUAL);
    assertNotEquals(by("1.0.0").ofRights(recorded), by("1.0.1").ofRights(recorded));
    assertNotEquals(by("1.0.0").ofDefinition(KIND, chart), by("1.0.1").ofDefinition(KIND, chart));
  }

  /** By the name of the part that differs from the usual ones. */
  static final Map<String, Options> OPTIONS =
      Map.of(
          "valuesFiles", new Options(List.of(Path.of("pom.xml")), false, true, CrdPolicy.CREATE),
          "tests", new Options(List.of(), true, true, CrdPolicy.CREATE),
          "unrendered", new Options(List.of(), false, false, CrdPolicy.CREATE),
          "crds", new Options(List.of(), false, true, CrdPolicy.CREATE_REPLACE),
          "overrides",
              new Options(
                  List.of(),
                  false,
                  true,
                  CrdPolicy.CREATE,
                  JsonNodeFactory.instance.objectNode().put("replicas", 2)));

  static final Set<String> PARTS_OF_OPTIONS = parts(Options.class);

  @ParameterizedTest
  @FieldSource("PARTS_OF_OPTIONS")
  void eachOptionIsOne(String part) {
    var other = Optional.ofNullable(OPTIONS.get(part)).orElseThrow();
    assertNotEquals(ofRights(chart, USUAL), ofRights(chart, other));
  }

  @Test
  void theContentOfAValuesFileIsOne() throws IOException {
    var file = folder.resolve("more.yaml");
    var options = new Options(List.of(file), false, true, CrdPolicy.CREATE);
    write(file, "a: 1");
    var before = ofRights(chart, options);
    write(file, "a: 2");
    assertNotEquals(before, ofRights(chart, options));
    Files.delete(file);
    assertEquals(Optional.empty(), by("1.0.0").ofRights(new RecordedChart(chart, options)));
  }

  static final Map<String, List<DefinedKind>> KINDS =
      Map.of(
          "gvk",
          List.of(
              kind("web.my.domain", "v1", "Web", "webs"),
              kind("shop.my.domain", "v2", "Web", "webs"),
              kind("shop.my.domain", "v1", "Box", "webs")),
          "plural",
          List.of(kind("shop.my.domain", "v1", "Web", "webses")),
          "scope",
          List.of(new DefinedKind(KIND.gvk(), "webs", Scope.CLUSTER)),
          "shortNames",
          List.of(
              new DefinedKind(
                  KIND.gvk(), "webs", Scope.NAMESPACED, List.of("w"), KIND.categories())),
          "categories",
          List.of(
              new DefinedKind(KIND.gvk(), "webs", Scope.NAMESPACED, List.of(), List.of("all"))));

  static final Set<String> PARTS_OF_KINDS = parts(DefinedKind.class);

  @ParameterizedTest
  @FieldSource("PARTS_OF_KINDS")
  void eachNameOfTheKindIsOne(String part) {
    var others = Optional.ofNullable(KINDS.get(part)).orElseThrow();
    var digests =
        others.stream().map(kind -> by("1.0.0").ofDefinition(kind, chart).orElseThrow()).toList();
    assertEquals(others.size(), Set.copyOf(digests).size());
    assertTrue(!digests.contains(ofDefinition()));
  }

  /** A new part needs a row. */
  private static Set<String> parts(Class<? extends Record> type) {
    return Stream.of(type.getRecordComponents()).map(part -> part.getName()).collect(toSet());
  }

  @Test
  void thePlaceOfTheChartIsNone() throws IOException {
    var copy = folder.resolve("deeper/copy");
    writeChart(copy);
    assertEquals(ofRights(chart, USUAL), ofRights(copy, USUAL));
  }

  @Test
  void nothingIsKnownOfWhatCannotBeRead() throws IOException {
    assertEquals(
        Optional.empty(),
        by("1.0.0").ofRights(new RecordedChart(folder.resolve("nowhere"), USUAL)));
    Files.createSymbolicLink(chart.resolve("templates/broken"), folder.resolve("nowhere"));
    assertEquals(Optional.empty(), by("1.0.0").ofRights(new RecordedChart(chart, USUAL)));
  }

  @Test
  void nothingIsKnownByAnUnknownTool() {
    var unknown = new RecordingInputs(Optional.empty());
    assertEquals(Optional.empty(), unknown.ofRights(new RecordedChart(chart, USUAL)));
    assertEquals(Optional.empty(), unknown.ofDefinition(KIND, chart));
  }
}
