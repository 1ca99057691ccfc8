package dev.catamaran.chartsource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageCacheTest {

  @Test
  void leavesNoPartOfAPackageThatCannotBeStored(@TempDir Path folder) throws Exception {
    var content = "a package".getBytes(UTF_8);
    var taken = folder.resolve(PackageCache.sha256(content) + ".tgz");
    Files.createDirectories(taken.resolve("another"));

    assertThrows(UncheckedIOException.class, () -> new PackageCache(folder).keep(content));

    try (var files = Files.list(folder)) {
      assertArrayEquals(new Path[] {taken}, files.toArray());
    }
  }
}
