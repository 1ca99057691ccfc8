package dev.catamaran.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorImageTest {
  private static final String OF_CATAMARAN = "localhost/catamaran:1.2.3";
  private static final String NAME = "localhost/shop:1";

  private final Path project;
  private final Path archive;
  private final Set<Path> charts = new HashSet<>();
  private final List<String> said = new ArrayList<>();

  OperatorImageTest(@TempDir Path folder) throws IOException {
    this.project = Files.createDirectories(folder.resolve("project"));
    this.archive = project.resolve("dist/image.tar");
    Files.writeString(project.resolve("watches.yaml"), "[]");
  }

  private OperatorImage image(String base, Set<Platform> platforms) {
    return new OperatorImage(
        OperatorFiles.of(project, charts),
        new BaseImage(base),
        platforms,
        NAME,
        /* plainHttp= */ false,
        said::add);
  }

  private void build(String base) {
    image(base, Set.of()).writeTo(archive);
  }

  private String refusal(String base) {
    var refusal = assertThrows(ManagerException.class, () -> build(base));
    assertFalse(Files.exists(archive));
    return String.valueOf(refusal.getMessage());
  }

  private static Path emptyImage(Path archive) throws Exception {
    Files.createDirectories(archive.resolveSibling(""));
    Jib.fromScratch().containerize(Containerizer.to(TarImage.at(archive).named(OF_CATAMARAN)));
    return archive;
  }

  /** What lies beside the folder of the command may be anybody's. */
  @Test
  void asksNoRegistryForAnImageThatIsInNoneAndRunsNothing() {
    assertEquals(
        "--from: localhost/catamaran:1.2.3 is in no registry; name an archive by --from tar://FILE, or BASE_IMG of"
            + " make: the image of the release, or target/catamaran-image.tar of a clone of Catamaran, where"
            + " `make base-image` makes it",
        refusal(OF_CATAMARAN));
    assertEquals(List.of(), said);
  }

  @Test
  void takesAnArchive() throws Exception {
    var base = "tar://" + emptyImage(project.resolve("base.tar"));
    build(base);
    // The archive of the last build is replaced.
    build(base);
    assertEquals("Building %s on %s".formatted(NAME, base), said.getLast());
    assertEquals(
        "--from: the archive nowhere.tar does not exist",
        assertThrows(ManagerException.class, () -> build("tar://nowhere.tar")).getMessage());
  }

  @Test
  void hasTheChartsThatWatchesYamlNames() throws Exception {
    var outside = chart(project.resolveSibling("elsewhere"));
    charts.add(outside);
    charts.add(chart(project.resolve("charts/cache")));
    charts.add(chart(project.resolve("helm-charts/shop")));
    charts.add(Files.writeString(project.resolve("packed.tgz"), "packed"));
    charts.add(project.resolve("missing"));

    var names = new ArrayList<String>();
    for (var layer : OperatorFiles.of(project, charts).layers()) {
      layer.getEntries().forEach(entry -> names.add(entry.getExtractionPath().toString()));
    }
    assertEquals(
        List.of(
            "/opt/helm/watches.yaml",
            "/opt/helm/helm-charts",
            "/opt/helm/helm-charts/shop",
            "/opt/helm/helm-charts/shop/Chart.yaml",
            "/opt/helm/charts/cache",
            "/opt/helm/charts/cache/Chart.yaml",
            "/opt/helm/packed.tgz"),
        names);

    build("tar://" + emptyImage(project.resolve("base.tar")));
    assertEquals(
        "warning: the chart %s is outside of the project, so the image is without it; move it, and correct watches.yaml"
            .formatted(outside),
        said.getFirst());
  }

  private static Path chart(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("Chart.yaml"), "{apiVersion: v2, name: a, version: 1.0.0}");
    return folder;
  }

  @Test
  void hasOnePlatformInAnArchive() {
    var both = Set.of(OperatorImage.platform("linux/amd64"), OperatorImage.platform("linux/arm64"));
    var refusal =
        assertThrows(ManagerException.class, () -> image("tar://base.tar", both).writeTo(archive));
    assertEquals(
        "--tar: an archive has the image of one platform; name one, or use --push",
        refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm64", "linux/", "/arm64", "linux/arm/v7", ""})
  void refusesWhatIsNoPlatform(String name) {
    var refusal = assertThrows(ManagerException.class, () -> OperatorImage.platform(name));
    assertEquals(
        "--platform: \"%s\" is not a platform, such as linux/arm64".formatted(name),
        refusal.getMessage());
  }

  @Test
  void replacesNoFileThatIsNotAnArchive() throws Exception {
    var base = "tar://" + emptyImage(project.resolve("base.tar"));
    Files.createDirectories(archive.resolveSibling(""));
    Files.writeString(archive, "mine");
    var refusal = assertThrows(ManagerException.class, () -> build(base));
    assertEquals(
        "--tar: %s exists and is not an archive; name another file".formatted(archive),
        refusal.getMessage());
    assertEquals("mine", Files.readString(archive));
  }
}
