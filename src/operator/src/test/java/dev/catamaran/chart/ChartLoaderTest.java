package dev.catamaran.chart;

import static dev.catamaran.chart.ChartFixture.CHART_YAML;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartLoaderTest {

  private static final String SUBCHART = "name: redis\nversion: 1.0.0\n";

  private final Path folder;
  private final ChartLoader loader;

  ChartLoaderTest(@TempDir Path folder) {
    this.folder = folder;
    this.loader = new ChartLoader(folder.resolve("unpacked"));
  }

  @Test
  void readsTheMetadataOfAChart() throws Exception {
    var chart = loader.load(chart(Map.of()));
    assertEquals(folder.resolve("unpacked").resolve(chart.digest()), chart.path());
    assertEquals("memcached 0.1.0", chart.name() + " " + chart.version());
    assertEquals(Optional.of("1.6.40"), chart.appVersion());
  }

  @Test
  void unpacksAPackageOnceAndGivesItTheDigestOfItsFolder() throws Exception {
    var path = chart(Map.of("templates/a.yaml", "a: 1"));
    var archive = archive("memcached.tgz");
    var chart = loader.load(archive);
    assertEquals(loader.load(path).digest(), chart.digest());
    assertEquals("a: 1", Files.readString(chart.path().resolve("templates/a.yaml")));
    assertEquals(chart, loader.load(archive));
    assertEquals(chart, loader.load(chart.path()));
    try (var unpacked = Files.list(folder.resolve("unpacked"))) {
      assertEquals(List.of(chart.path()), unpacked.toList());
    }
  }

  @Test
  void leavesNoPartOfACopyThatCannotBeWritten() throws Exception {
    var entries =
        Map.of(
            "memcached/Chart.yaml", ChartFixture.bytes(CHART_YAML),
            "memcached/templates/file", ChartFixture.bytes("a: 1"),
            "memcached/templates/file/below", ChartFixture.bytes("a: 1"));
    var archive = Files.write(folder.resolve("a.tgz"), ChartFixture.archive(entries));

    assertThrows(UncheckedIOException.class, () -> loader.load(archive));

    try (var unpacked = Files.list(folder.resolve("unpacked"))) {
      assertEquals(List.of(), unpacked.toList());
    }
  }

  @Test
  void refusesAChangedUnpackedCopy() throws Exception {
    chart(Map.of("templates/a.yaml", "a: 1"));
    var archive = archive("memcached.tgz");
    var copy = loader.load(archive).path();
    Files.writeString(copy.resolve("templates/a.yaml"), "a: 2");
    assertEquals(List.of("its copy was changed; delete " + copy), problems(archive));
  }

  @Test
  void changesTheDigestWithNamesAndContentsOnly() throws Exception {
    var path = chart(Map.of("templates/a.yaml", "a: 1"));
    var before = loader.load(path).digest();
    Files.setLastModifiedTime(path.resolve("templates/a.yaml"), FileTime.fromMillis(0));
    Files.createDirectory(path.resolve("empty"));
    assertEquals(before, loader.load(path).digest());
    Files.move(path.resolve("templates/a.yaml"), path.resolve("templates/b.yaml"));
    var renamed = loader.load(path).digest();
    assertNotEquals(before, renamed);
    Files.writeString(path.resolve("templates/b.yaml"), "a: 2");
    assertNotEquals(renamed, loader.load(path).digest());
  }

  @Test
  void digestsAMountedConfigMapByItsFilesAlone() throws Exception {
    var path = Files.createDirectory(folder.resolve("chart"));
    var plain = ChartFixture.folder(folder.resolve("plain"), Map.of("Chart.yaml", CHART_YAML));
    ChartFixture.folder(path.resolve("..2026_01_01"), Map.of("Chart.yaml", CHART_YAML));
    Files.createSymbolicLink(path.resolve("..data"), Path.of("..2026_01_01"));
    Files.createSymbolicLink(path.resolve("Chart.yaml"), Path.of("..data/Chart.yaml"));
    assertEquals(loader.load(plain).digest(), loader.load(path).digest());
  }

  @Test
  void loadsAChartOfHelmCreate() throws Exception {
    Helm.create().withName("created").withDir(folder).call();
    var chart = loader.load(folder.resolve("created"));
    assertEquals("created 0.1.0", chart.name() + " " + chart.version());
    assertEquals(Optional.of("1.16.0"), chart.appVersion());
  }

  @Test
  void acceptsTheSameChartsAsHelm() throws Exception {
    var path =
        chart(
            Map.of(
                "Chart.yaml", "name: a\nversion: v1.2\ndependencies:\n- name: redis\n",
                "values.yaml", "# a tab after a colon\na:\tb\na: twice\nc: \"🛶\"\n",
                "values.schema.json", "{\"type\": \"object\"}",
                "charts/redis/Chart.yaml", SUBCHART + "type: library\n",
                "charts/_ignored/x", "",
                "charts/README.md", "text"));
    assertEquals("v1.2", loader.load(path).version());
  }

  /** A file beside a valid Chart.yaml, or in its place, and the problems. A pilcrow ends a line. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      textBlock =
          """
          Chart.yaml => apiVersion: v2 => Chart.yaml:1: name required; add name: and the chart's name¶Chart.yaml:1: version required; add e.g. version: 0.1.0
          Chart.yaml => name: a¶apiVersion: v3¶version: 1.2.3.4 => Chart.yaml:2: apiVersion "v3" unsupported; use v1 or v2¶Chart.yaml:3: version "1.2.3.4" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0
          Chart.yaml => name: a¶version: 0.1.0¶type: library => Chart.yaml:3: library chart is not installable; name a chart that uses it
          Chart.yaml => name: a¶version: 0.1.0¶type: app => Chart.yaml:3: type "app" unknown; use application or library
          Chart.yaml => name: a/b¶version: 0.1.0 => Chart.yaml:1: name "a/b" not allowed; use letters, digits and -
          Chart.yaml => - a => Chart.yaml:1: expected a mapping; write key: value lines
          Chart.yaml => name: a¶version: 0.1.0¶dependencies:¶  - version: 1.x.x¶    name: redis => Chart.yaml:5: dependency redis missing from charts/; run helm dependency build
          requirements.yaml => dependencies:¶- name: redis => requirements.yaml:2: dependency redis missing from charts/; run helm dependency build
          values.yaml => a: 1¶b: [¶ => values.yaml:3: column 1: not YAML: while parsing a flow node: expected the node content, but found '<stream end>'
          values.schema.json => {"a":¶ oops} => values.schema.json:2: invalid: column 2: Unrecognized token 'oops': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
          values.schema.json => [] => values.schema.json:1: invalid: / must be an object
          charts/x/values.yaml => a: 1 => charts/x/Chart.yaml missing; name the directory that has Chart.yaml in it
          charts/x/Chart.yaml => name: x¶version: none => charts/x/Chart.yaml:2: version "none" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0
          charts/x.tgz => text => charts/x.tgz: corrupt archive: byte 0 of the unpacked data: Not in GZIP format; package it again
          """)
  void reportsAllProblemsOfAChart(String file, String text, String messages) throws IOException {
    var path = chart(Map.of(file, text.replace('¶', '\n')));
    assertEquals(List.of(messages.split("¶")), problems(path));
    var e = assertThrows(InvalidChartException.class, () -> loader.load(path));
    assertTrue(String.valueOf(e.getMessage()).startsWith("chart " + path + ": "), e.getMessage());
  }

  @Test
  void reportsPathsWithoutAChart() throws IOException {
    var text = Files.writeString(folder.resolve("a.txt"), "");
    var archive = Files.writeString(folder.resolve("a.tgz"), "");
    assertEquals(List.of("does not exist; check the path"), problems(folder.resolve("nothing")));
    assertEquals(
        List.of("not a chart directory or .tgz; name the directory that has Chart.yaml in it"),
        problems(text));
    assertEquals(
        List.of("Chart.yaml missing; name the directory that has Chart.yaml in it"),
        problems(Files.createDirectory(folder.resolve("empty"))));
    assertEquals(
        List.of(
            "corrupt archive: byte 0 of the unpacked data: it ends too early; package it again"),
        problems(archive));
  }

  @Test
  void reportsBrokenAndCircularLinks() throws Exception {
    var path = chart(Map.of());
    var link = Files.createSymbolicLink(path.resolve("link"), Path.of("nowhere"));
    assertEquals(List.of("link: a broken link or no regular file; remove it"), problems(path));
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("."));
    assertEquals(List.of(link + ": a link that leads in a circle; remove it"), problems(path));
  }

  @Test
  void reportsALinkThatLeadsOutOfTheChart() throws Exception {
    var path = chart(Map.of("files/a.txt", "a"));
    Files.createSymbolicLink(path.resolve("b.txt"), Path.of("files/a.txt"));
    var linked = Files.createSymbolicLink(folder.resolve("linked"), path);
    assertEquals(2 + 1, ChartDirectory.files(linked).contents().size(), "links within the chart");

    Files.createSymbolicLink(
        path.resolve("token"), Files.writeString(folder.resolve("token"), "of the operator"));

    assertEquals(
        List.of("token: a link that leads out of the chart; copy the file into the chart"),
        problems(linked));
  }

  private Path chart(Map<String, String> files) throws IOException {
    var all = new HashMap<>(Map.of("Chart.yaml", CHART_YAML));
    all.putAll(files);
    return ChartFixture.folder(folder.resolve("chart"), all);
  }

  private Path archive(String name) throws Exception {
    var entries = new HashMap<String, byte[]>();
    var files = ChartDirectory.files(folder.resolve("chart"));
    files
        .contents()
        .keySet()
        .forEach(path -> entries.put("memcached/" + path, files.bytes(path).orElseThrow()));
    return Files.write(folder.resolve(name), ChartFixture.archive(entries));
  }

  private List<String> problems(Path path) {
    return assertThrows(InvalidChartException.class, () -> loader.load(path)).problems().stream()
        .map(ChartProblem::message)
        .toList();
  }
}
