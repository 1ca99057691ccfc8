package dev.catamaran.manifests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.samples.memcached.MemcachedBackup;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** With {@code -Dmanifests.write=true} ({@code make manifests}) the file is written first. */
class GeneratedManifestsTest {

  @Test
  void theCommittedDefinitionOfMemcachedBackupFollowsFromItsClass() throws IOException {
    var manifest = new CustomResourceManifest(MemcachedBackup.class);
    if (Boolean.getBoolean("manifests.write")) {
      Files.writeString(manifest.path(), manifest.text());
    }
    assertEquals(
        manifest.text(),
        Files.readString(manifest.path()),
        manifest.path() + " is out of date: run `make manifests` and commit it");
  }
}
