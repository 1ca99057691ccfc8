package dev.catamaran.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.WatchesLoader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The committed manifests agree with the classes; {@code make manifests} writes them. */
class GeneratedManifestsTest {
  private final Path folder;

  GeneratedManifestsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource({
    "watches.yaml, config/crd/bases, 2",
    "samples/reverse-words/watches.yaml, samples/reverse-words/crds, 1",
    "samples/ptemplate/watches.yaml, samples/ptemplate/crds, 1",
  })
  void areUpToDate(Path watchesFile, Path definitions, int count)
      throws InvalidWatchesException, IOException {
    // config/webhook applies only after a user uncomments its entry.
    var text = Files.readString(watchesFile).replace("# webhooks:", "webhooks:");
    var file = Files.writeString(folder.resolve("watches.yaml"), text);
    var watches =
        new WatchesLoader(chart -> {}, template -> template).load(file, Map.of(), name -> true);
    var manifests =
        GeneratedFiles.of(
            watches,
            gvk -> ProjectFile.plural(Path.of(""), gvk),
            definitions,
            Path.of("config/webhook/manifests.yaml"));
    assertEquals(count, manifests.size());
    for (var manifest : manifests) {
      assertTrue(Files.exists(manifest.path()), () -> manifest.path() + " is missing");
      assertEquals(
          manifest.text(),
          Files.readString(manifest.path()),
          manifest.path() + " is out of date: run `make manifests` and commit it");
    }
  }

  /** Also the permissions, samples and overlays of the operator at the root. */
  @Test
  void ofTheRootAreUpToDate() {
    var out = new StringWriter();
    var writer = new PrintWriter(out, true);
    assertEquals(0, Main.execute(writer, writer, "manifests", "--check"), out::toString);
  }
}
