package dev.catamaran.chart;

import static dev.catamaran.chart.ChartFixture.CHART_YAML;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.InvalidChartException.ChartProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartLoaderTest {

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

    assertThrows(ManagerException.class, () -> loader.load(archive));

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
  void loadsAChartOfHelmCreate() throws Exception {
    Helm.create().withName("created").withDir(folder).call();
    var chart = loader.load(folder.resolve("created"));
    assertEquals("created 0.1.0", chart.name() + " " + chart.version());
    assertEquals(Optional.of("1.16.0"), chart.appVersion());
  }

  @Test
  void reportsEachProblemWithPlaceAndRemedy() throws IOException {
    var path = chart(Map.of("Chart.yaml", "name: a", "values.schema.json", "[]"));
    var e = assertThrows(InvalidChartException.class, () -> loader.load(path));
    assertEquals(
        """
        chart %1$s: Chart.yaml:1: version required; add e.g. version: 0.1.0
        chart %1$s: values.schema.json:1: invalid: / must be an object"""
            .formatted(path),
        e.getMessage());
    assertEquals(List.of("does not exist; check the path"), problems(folder.resolve("nothing")));
  }

  @Test
  void namesAPackageAsItsOwnerDoes() throws Exception {
    chart(Map.of());
    var archive = Files.readAllBytes(archive("memcached.tgz"));
    assertEquals("memcached", loader.load(Path.of("kept"), archive).name());
    var e =
        assertThrows(
            InvalidChartException.class, () -> loader.load(Path.of("kept"), new byte[] {1}));
    assertTrue(
        String.valueOf(e.getMessage()).startsWith("chart kept: corrupt archive"), e.getMessage());
  }

  @Test
  void packsALoadedChartSoThatItStaysTheSame() throws Exception {
    var chart = loader.load(chart(Map.of("templates/a.yaml", "a: 1", "templates.txt", "")));
    var packed = chart.toPackage();
    assertEquals(chart, loader.load(Path.of("packed"), packed));
    assertArrayEquals(packed, chart.toPackage());
  }

  private Path chart(Map<String, String> files) throws IOException {
    var all = new HashMap<>(Map.of("Chart.yaml", CHART_YAML));
    all.putAll(files);
    return ChartFixture.folder(folder.resolve("chart"), all);
  }

  private Path archive(String name) throws Exception {
    var entries = new HashMap<String, byte[]>();
    var chart = folder.resolve("chart");
    try (var files = Files.walk(chart)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        entries.put("memcached/" + chart.relativize(file), Files.readAllBytes(file));
      }
    }
    return Files.write(folder.resolve(name), ChartFixture.archive(entries));
  }

  private List<String> problems(Path path) {
    return assertThrows(InvalidChartException.class, () -> loader.load(path)).problems().stream()
        .map(ChartProblem::message)
        .toList();
  }
}
