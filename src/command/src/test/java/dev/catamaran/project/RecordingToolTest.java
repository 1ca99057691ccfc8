package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingToolTest {
  @TempDir private Path folder;

  private String identity(String version, Path... classPath) throws IOException {
    return new RecordingTool(version, List.of(classPath), Optional.empty()).identity();
  }

  private Path jar(String name, String content) throws IOException {
    var file = folder.resolve(name);
    try (var jar = new ZipOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry("A.class"));
      jar.write(content.getBytes(UTF_8));
    }
    return file;
  }

  /** People with other platforms share what a release has recorded. */
  @Test
  void aReleaseIsItsVersion() throws IOException {
    assertEquals("1.0.0", identity("1.0.0", jar("a.jar", "one")));
    assertNotEquals(identity("1.0.0"), identity("1.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.0.0-SNAPSHOT"})
  void whatIsNoReleaseIsItsContent(String version) throws IOException {
    var one = identity(version, jar("a.jar", "one"));
    assertEquals(one, identity(version, jar("same.jar", "one"), folder.resolve("nowhere")));
    assertNotEquals(one, identity(version, jar("a.jar", "two")));

    var classes = Files.createDirectories(folder.resolve("classes"));
    Files.writeString(classes.resolve("A.class"), "one");
    var before = identity(version, classes);
    Files.writeString(classes.resolve("A.class"), "two");
    assertNotEquals(before, identity(version, classes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.0.0-SNAPSHOT", "1.0.0"})
  void anotherEngineIsAnotherTool(String version) throws IOException {
    var engine = Files.writeString(folder.resolve("engine"), "one");
    var tool = new RecordingTool(version, List.of(), Optional.of(engine));
    var before = tool.identity();
    assertNotEquals(identity(version), before);
    Files.writeString(engine, "two");
    assertNotEquals(before, tool.identity());
  }

  @Test
  void thisProcessHasOne() {
    assertTrue(RecordingTool.ofThisProcess().isPresent());
  }
}
