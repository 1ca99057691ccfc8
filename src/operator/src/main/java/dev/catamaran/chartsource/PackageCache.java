package dev.catamaran.chartsource;

import dev.catamaran.chart.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/** Packages on disk by the SHA-256 of their bytes, with the reference that each was pulled for. */
record PackageCache(Path folder) {
  private static final String PACKAGE = ".tgz";

  static String sha256(byte[] content) {
    return DigestUtils.sha256Hex(content);
  }

  /** Returns the folder, which exists from then on. */
  Path existing() {
    try {
      PrivateFolder.make(folder);
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

  /** Records which package was pulled for a reference. */
  void remember(String reference, Path archive) {
    write(note(reference), digestOf(archive).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the package that was last pulled for a reference. */
  Optional<Path> remembered(String reference) {
    try {
      return Files.exists(note(reference))
          ? find(Files.readString(note(reference)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
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
