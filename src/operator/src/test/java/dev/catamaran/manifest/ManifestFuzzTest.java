package dev.catamaran.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.MarkedYaml;

/** A manifest is read, or refused with a place and a problem. */
class ManifestFuzzTest {

  @FuzzTest(maxDuration = "1m")
  void isReadOrRefused(byte[] text) {
    var manifest = Manifest.of(new String(text, UTF_8));
    assertEquals(manifest.isReadable(), manifest.problem().isEmpty());
    for (var object : manifest.readable()) {
      assertFalse(object.hookEvents().contains(""));
      assertDoesNotThrow(object::holdsData);
    }
  }

  /** What administrators write, with its lines. */
  @FuzzTest(maxDuration = "1m")
  void isMarkedOrRefused(byte[] text) {
    try {
      MarkedYaml.documents(new String(text, UTF_8));
    } catch (InvalidYamlException e) {
      assertFalse(e.problem().isEmpty());
    }
  }
}
