package dev.catamaran.project;

import dev.catamaran.engine.Engine;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipFile;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The program that records, as an input of recordings.
 *
 * @param version a release has the same code, libraries and engine everywhere
 * @param classPath of the process: the code and the engine of what is no release
 * @param engine the program that a person names in place of the packaged one
 */
record RecordingTool(String version, List<Path> classPath, Optional<Path> engine) {
  /** Maven packages it, and jars that are made of others keep it, unlike a manifest. */
  private static final String VERSION =
      "/META-INF/maven/dev.catamaran/catamaran-command/pom.properties";

  /** Of classes that are not packaged. */
  private static final String NONE = "";

  private static final String SNAPSHOT = "-SNAPSHOT";

  /** The identity of this process; empty if a file of it cannot be read. */
  private static final class OfThisProcess {
    static final Optional<String> IDENTITY = identity();

    private static Optional<String> identity() {
      try {
        var classPath = System.getProperty("java.class.path").split(File.pathSeparator);
        return Optional.of(
            new RecordingTool(
                    packagedVersion(), Stream.of(classPath).map(Path::of).toList(), Engine.named())
                .identity());
      } catch (IOException | UncheckedIOException e) {
        return Optional.empty();
      }
    }
  }

  /** Copies the list. */
  RecordingTool {
    classPath = List.copyOf(classPath);
  }

  /** Returns the identity of this process; empty if a file of it cannot be read. */
  static Optional<String> ofThisProcess() {
    return OfThisProcess.IDENTITY;
  }

  private static String packagedVersion() throws IOException {
    try (var file = RecordingTool.class.getResourceAsStream(VERSION)) {
      if (file == null) {
        return NONE;
      }
      var properties = new Properties();
      properties.load(file);
      return properties.getProperty("version", NONE);
    }
  }

  /**
   * Returns a text that no other program has.
   *
   * @throws IOException if a file cannot be read
   */
  String identity() throws IOException {
    var files = new StringBuilder();
    if (version.isEmpty() || version.endsWith(SNAPSHOT)) {
      for (var entry : classPath) {
        add(entry, files);
      }
    }
    if (engine.isPresent()) {
      files.append("engine ").append(checksum(engine.get())).append('\n');
    }
    return files.isEmpty() ? version : version + " " + DigestUtils.sha256Hex(files.toString());
  }

  /** Java leaves out what does not exist. */
  private static void add(Path entry, StringBuilder files) throws IOException {
    if (Files.isDirectory(entry)) {
      try (var found = Files.walk(entry)) {
        for (var file : found.filter(Files::isRegularFile).sorted().toList()) {
          add(entry.relativize(file).toString(), checksum(file), files);
        }
      }
    } else if (Files.exists(entry)) {
      try (var jar = new ZipFile(entry.toFile())) {
        for (var file : Collections.list(jar.entries())) {
          add(file.getName(), file.getCrc(), files);
        }
      }
    }
  }

  private static void add(String name, long checksum, StringBuilder files) {
    files.append(name).append(' ').append(checksum).append('\n');
  }

  private static long checksum(Path file) throws IOException {
    try (var content = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
      content.transferTo(OutputStream.nullOutputStream());
      return content.getChecksum().getValue();
    }
  }
}
