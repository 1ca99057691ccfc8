package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search at the end of a test run can fail. */
class CanarySearchTest {
  private static final String WORD = "canary-0123456789abcdef0123456789abcdef";

  private final Path folder;

  CanarySearchTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(folder.resolve("words"), WORD + "\n");
    Files.writeString(folder.resolve("events"), "a/b: InstallError: no ***\n");
    Files.createDirectories(folder.resolve("more"));
  }

  static Stream<String> forms() {
    var bytes = WORD.getBytes(StandardCharsets.UTF_8);
    return Stream.of(
        WORD,
        "https://user:" + WORD + "@host",
        WORD.toUpperCase(Locale.ROOT),
        WORD.substring(0, 25),
        HexFormat.of().formatHex(bytes),
        Base64.getEncoder().encodeToString(bytes),
        Base64.getEncoder().encodeToString(("u:" + WORD).getBytes(StandardCharsets.UTF_8)),
        Base64.getEncoder().encodeToString(("user:" + WORD).getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void namesThePlaceOfALeak(String form) throws IOException {
    Files.writeString(folder.resolve("more/operator.log"), "one line\nand " + form + " here\n");
    var hits = new CanarySearch(folder).hits();
    assertEquals(1, hits.size(), hits::toString);
    assertTrue(hits.getFirst().contains("/more/operator.log:2: and "), hits::toString);
  }

  @Test
  void findsNothingInFilesWithoutTheSecret() throws IOException {
    assertEquals(List.of(), new CanarySearch(folder).hits());
  }
}
