package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.jni.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, disabledReason = "run it on Linux")
class KeptLibraryTest {
  private final NativeLibrary packaged =
      ServiceLoader.load(NativeLibrary.class).findFirst().orElseThrow();
  private final Path folder;

  KeptLibraryTest(@TempDir Path home) {
    this.folder = home.resolve("cache").resolve("helm");
  }

  @Test
  void unpacksTheLibraryOnce() throws IOException {
    var file = new KeptLibrary(packaged, folder).file();
    var unpacked = Files.getLastModifiedTime(file);

    assertEquals(file, new KeptLibrary(packaged, folder).file());
    assertEquals(unpacked, Files.getLastModifiedTime(file));
    assertEquals(List.of(file), files());
    assertTrue(file.toString().endsWith(packaged.getBinaryName()), file::toString);
  }

  @Test
  void unpacksADamagedLibraryAgain() throws IOException {
    var file = new KeptLibrary(packaged, folder).file();
    long size = Files.size(file);
    Files.writeString(file, "cut off");

    assertEquals(size, Files.size(new KeptLibrary(packaged, folder).file()));
  }

  @Test
  void usesNoFolderThatOthersCanWrite() throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThrows(IOException.class, () -> new KeptLibrary(packaged, folder).file());
    assertEquals(List.of(), files());
  }

  @Test
  void isPreferredToThePackagedLibrary() {
    var found = ServiceLoader.load(NativeLibrary.class, KeptLibrary.preferred()).findFirst();

    assertEquals(KeptLibrary.class, found.orElseThrow().getClass());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
