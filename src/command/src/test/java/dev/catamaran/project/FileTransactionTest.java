package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTransactionTest {
  @TempDir private Path folder;

  @Test
  void restoresAllFilesIfOneCannotBeDeleted() throws IOException {
    var written = Files.writeString(folder.resolve("a"), "before");
    var deleted = Files.writeString(folder.resolve("b"), "before");
    var full = folder.resolve("c");
    Files.createDirectories(full.resolve("more"));
    var wanted = new TreeMap<Path, Optional<byte[]>>();
    wanted.put(written, Optional.of(new byte[] {'x'}));
    wanted.put(deleted, Optional.empty());
    wanted.put(full, Optional.empty());

    var thrown =
        assertThrows(ManagerException.class, () -> FileTransaction.write(wanted, Set.of(), folder));

    assertTrue(thrown.getMessage().contains(full + " cannot be deleted"), thrown.getMessage());
    for (var file : List.of(written, deleted)) {
      assertEquals("before", Files.readString(file));
    }
    assertNothingElse(written, deleted, full);
  }

  private void assertNothingElse(Path... files) throws IOException {
    try (var found = Files.list(folder)) {
      assertEquals(Set.of(files), found.collect(Collectors.toSet()));
    }
  }

  /** A file that is written in place is empty if the disk is full, or the process ends. */
  @Test
  void writesEachFileBesideItsPlaceFirst() throws IOException {
    var file = Files.writeString(folder.resolve("a"), "before");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    var link = Files.createSymbolicLink(folder.resolve("link"), file);
    var kept = Files.createLink(folder.resolve("kept"), file);

    FileTransaction.write(
        new TreeMap<>(Map.of(link, Optional.of(new byte[] {'x'}))), Set.of(), folder);

    assertEquals("x", Files.readString(file));
    assertEquals("before", Files.readString(kept));
    assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertTrue(Files.isSymbolicLink(link));
    assertNothingElse(file, link, kept);
  }

  /** Also while it is written: others may already have opened a file that is protected later. */
  @Test
  void letsOnlyTheOwnerReadASecretFile() throws IOException {
    var secret = folder.resolve("secret");
    FileTransaction.write(
        new TreeMap<>(Map.of(secret, Optional.of(new byte[] {'x'}))), Set.of(secret), folder);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)));
  }
}
