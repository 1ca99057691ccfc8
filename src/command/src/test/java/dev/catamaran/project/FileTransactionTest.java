package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
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

    var thrown = assertThrows(ManagerException.class, () -> FileTransaction.write(wanted, folder));

    assertTrue(thrown.getMessage().contains(full + " cannot be deleted"), thrown.getMessage());
    for (var file : List.of(written, deleted)) {
      assertEquals("before", Files.readString(file));
    }
  }
}
