package dev.catamaran.chartsource;

import dev.catamaran.chart.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Packages on disk by the SHA-256 of their bytes, with the reference that each was pulled for. */
record PackageCache(Path folder) {
  private static final Logger log = LoggerFactory.getLogger(PackageCache.class);
  private static final String PACKAGE = ".tgz";

  /** Longer than any pull. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  static String sha256(byte[] content) {
    return DigestUtils.sha256Hex(content);
  }

  /** Returns the folder, which exists from then on, without what killed processes left in it. */
  Path existing() {
    try {
      PrivateFolder.make(folder);
      try (var parts = Files.newDirectoryStream(folder, "pulling-*")) {
        for (var part : parts) {
          var age = Duration.between(Files.getLastModifiedTime(part).toInstant(), Instant.now());
          if (age.compareTo(ABANDONED) > 0) {
            Files.deleteIfExists(part);
          }
        }
      }
      return folder;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Returns the digest in a cached package's file name. */
  private static String digestOf(Path archive) {
    return String.valueOf(archive.getFileName()).replace(PACKAGE, "");
  }

  /** Returns the package with that digest, if it is in the cache and unmodified. */
  private Optional<Path> find(String digest) {
    var file = folder.resolve(digest + PACKAGE);
    try {
      return Files.exists(file) && sha256(Files.readAllBytes(file)).equals(digest)
          ? Optional.of(file)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Records which package was pulled for a reference, in place of any other one. */
  void remember(String reference, Path archive) {
    if (!remembered(reference).equals(Optional.of(archive))) {
      forget(reference);
    }
    write(note(reference), digestOf(archive).getBytes(StandardCharsets.UTF_8));
  }

  Optional<Path> remembered(String reference) {
    try {
      return Files.exists(note(reference))
          ? find(Files.readString(note(reference)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Deletes the package that was pulled for a reference, unless it was pulled for others too. */
  void forget(String reference) {
    try {
      if (Files.exists(note(reference))) {
        var digest = Files.readString(note(reference));
        Files.delete(note(reference));
        try (var others = Files.newDirectoryStream(folder, "*.ref")) {
          for (var other : others) {
            if (Files.readString(other).equals(digest)) {
              return;
            }
          }
        }
        Files.deleteIfExists(folder.resolve(digest + PACKAGE));
      }
    } catch (IOException e) {
      log.warn("A chart that no watch names stays in {}: {}", folder, e.toString());
    }
  }

  private Path note(String reference) {
    return folder.resolve(sha256(reference.getBytes(StandardCharsets.UTF_8)) + ".ref");
  }

  /** Writes a temporary file and renames it, so that no reader gets a partial file. */
  private void write(Path file, byte[] content) {
    try {
      var beside = Files.createTempFile(existing(), "pulling-", "");
      try {
        Files.write(beside, content);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static UncheckedIOException unwritable(IOException e) {
    return new UncheckedIOException("the chart cache cannot be written: " + e.getMessage(), e);
  }
}
