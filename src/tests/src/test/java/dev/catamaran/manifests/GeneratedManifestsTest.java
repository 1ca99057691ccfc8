package dev.catamaran.manifests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.samples.memcached.MemcachedBackup;
import dev.catamaran.samples.memcached.MemcachedBackupAdmission;
import dev.catamaran.samples.ptemplate.Ptemplate;
import dev.catamaran.samples.reversewords.ReverseWordsApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** With {@code -Dmanifests.write=true} ({@code make manifests}) the files are written first. */
class GeneratedManifestsTest {
  static final List<Manifest> MANIFESTS =
      List.of(
          // A sample of its own has its CRD in samples/NAME/crds.
          new CustomResourceManifest(MemcachedBackup.class, Path.of("config/crd/bases")),
          new CustomResourceManifest(ReverseWordsApp.class, Path.of("samples/reverse-words/crds")),
          new CustomResourceManifest(Ptemplate.class, Path.of("samples/ptemplate/crds")),
          new WebhookManifest(
              List.of(
                  new WebhookManifest.Kind(
                      MemcachedBackup.class, List.of(new MemcachedBackupAdmission())))));

  @ParameterizedTest
  @FieldSource("MANIFESTS")
  void theCommittedFileFollowsFromTheClasses(Manifest manifest) throws IOException {
    if (Boolean.getBoolean("manifests.write")) {
      Files.createDirectories(manifest.path().resolveSibling(""));
      Files.writeString(manifest.path(), manifest.text());
    }
    assertEquals(
        manifest.text(),
        Files.readString(manifest.path()),
        manifest.path() + " is out of date: run `make manifests` and commit it");
  }
}
