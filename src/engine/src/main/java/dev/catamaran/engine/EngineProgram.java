package dev.catamaran.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * An executable file of the engine: the one that a variable names, as in the image, else the one
 * beside this class. In a jar, that is unpacked once for each user, and kept for later processes.
 *
 * @param name of the file
 * @param named by the variable {@link #variable}
 * @param packaged beside this class
 * @param temporary folder for unpacked files
 */
record EngineProgram(String name, Optional<Path> named, Optional<URL> packaged, Path temporary) {
  /** Runs Helm. */
  static final String ENGINE = "catamaran-engine";

  /** Has the code of the API server that the command needs, and operators do not. */
  static final String CHECKER = "catamaran-checker";

  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rwx------");

  static EngineProgram ofThisProcess(String name) {
    return new EngineProgram(
        name,
        Optional.ofNullable(System.getenv(variable(name)))
            .filter(path -> !path.isEmpty())
            .map(Path::of),
        Optional.ofNullable(EngineProgram.class.getResource(platform() + "/" + name)),
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Returns the variable for the path of the file, such as {@code CATAMARAN_ENGINE}. */
  private static String variable(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Returns operating system and architecture, in Go's words. */
  static String platform() {
    var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    var architecture = System.getProperty("os.arch");
    return (system.startsWith("mac") ? "darwin" : system)
        + "-"
        + switch (architecture) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> architecture;
        };
  }

  /**
   * Returns the file, unpacked if need be. Ask again for each start: a system may delete old
   * temporary files.
   *
   * @throws IOException if there is none, or it is not safe to execute; says what to do
   */
  Path file() throws IOException {
    if (named.isPresent()) {
      return executable(named.get());
    }
    var resource =
        packaged.orElseThrow(
            () ->
                new IOException(
                    ("no %s for %s is on the class path: add dev.catamaran:catamaran-engine with the classifier %s,"
                            + " or set %s to the file that hack/engine-build makes in a clone of Catamaran")
                        .formatted(name, platform(), platform(), variable(name))));
    return resource.openConnection() instanceof JarURLConnection jar
        ? unpacked(jar)
        : executable(Path.of(URI.create(resource.toString())));
  }

  private Path executable(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
      throw new IOException(
          "%s is not an executable file; correct or unset %s".formatted(file, variable(name)));
    }
    return file;
  }

  /** The jar has the checksum, and nobody else can write into the folder. */
  private Path unpacked(JarURLConnection jar) throws IOException {
    var user = user();
    var checksum = jar.getJarEntry().getCrc();
    var folder = temporary.resolve("%s-%s-%08x".formatted(name, user, checksum));
    makeFolder(folder, user);
    var file = folder.resolve(name);
    if (!isWhole(file, checksum)) {
      deleteOld("%s-%s-*".formatted(name, user));
      unpack(jar, file);
    }
    return file;
  }

  /** Java has no other way to learn the user's number that works on all systems. */
  private Object user() throws IOException {
    var file = Files.createTempFile(temporary, name, "");
    try {
      return Files.getAttribute(file, "unix:uid");
    } finally {
      Files.delete(file);
    }
  }

  private void makeFolder(Path folder, Object user) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user)
        || !Files.getPosixFilePermissions(folder).equals(OWNER_ALONE)) {
      throw new IOException(
          "%s is not executed from %s: others may write there; delete it, or set %s"
              .formatted(name, folder, variable(name)));
    }
  }

  private static void unpack(JarURLConnection jar, Path file) throws IOException {
    var part = Files.createTempFile(file.resolveSibling(""), "part-", "");
    try {
      try (var from = jar.getInputStream();
          var to = Files.newOutputStream(part)) {
        from.transferTo(to);
      }
      Files.setPosixFilePermissions(part, OWNER_ALONE);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Deletes what other versions unpacked a day ago or earlier. If one still runs, it goes on. */
  private void deleteOld(String folders) throws IOException {
    var yesterday = Instant.now().minus(Duration.ofDays(1));
    try (var others = Files.newDirectoryStream(temporary, folders)) {
      for (var other : others) {
        if (Files.getLastModifiedTime(other).toInstant().isBefore(yesterday)) {
          delete(other);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  private static boolean isWhole(Path file, long checksum) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !Files.isExecutable(file)) {
      return false;
    }
    try (var content = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
      content.transferTo(OutputStream.nullOutputStream());
      return content.getChecksum().getValue() == checksum;
    }
  }
}
