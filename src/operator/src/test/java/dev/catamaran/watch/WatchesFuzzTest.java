package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A watches.yaml is loaded, or refused with all its problems. */
class WatchesFuzzTest {
  private static final Path FOLDER = folder();

  private static Path folder() {
    try {
      return Files.createTempDirectory("watches-fuzz-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest(maxDuration = "1m")
  void isLoadedOrRefused(byte[] text) throws IOException {
    var file = Files.write(FOLDER.resolve("watches.yaml"), text);
    var loader = new WatchesLoader(chart -> {}, template -> template);
    for (var problem : loader.read(file, Map.of("A", "x"), name -> true).problems()) {
      assertFalse(problem.toString().isEmpty());
    }
  }
}
