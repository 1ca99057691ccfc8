package dev.catamaran.chartsource;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFilesTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void followsAFileAlsoAfterAnError(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("watches.yaml"), "first");
    var seen = new CopyOnWriteArrayList<String>();
    try (var files = new FollowedFiles(SHORT, SHORT)) {
      var following =
          files.follow(
              file,
              () -> {
                seen.add(content(file));
                throw new NoClassDefFoundError("com/example/Gone");
              });
      replace(file, "a second");
      eventually(() -> assertEquals(List.of("a second"), seen));
      replace(file, "and a third");
      eventually(() -> assertEquals(List.of("a second", "and a third"), seen));
      following.close();
    }
  }

  @Test
  void followsAChangeFromBeforeItsBegin(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("watches.yaml"), "first");
    var seen = new CopyOnWriteArrayList<String>();
    var before = FollowedFiles.see(file);
    Files.writeString(file, "a second");
    try (var files = new FollowedFiles(SHORT, SHORT)) {
      var following = files.follow(before, () -> seen.add(content(file)));
      eventually(() -> assertEquals(List.of("a second"), seen));
      following.close();
    }
  }

  /** In one step: an empty file would be a change of its own. */
  private static void replace(Path file, String content) throws IOException {
    var written = Files.writeString(file.resolveSibling("written"), content);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
