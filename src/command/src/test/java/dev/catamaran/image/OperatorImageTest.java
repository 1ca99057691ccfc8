package dev.catamaran.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorImageTest {
  private static final String OF_CATAMARAN = "localhost/catamaran:1.2.3";
  private static final String NAME = "localhost/shop:1";

  private final Path clone;
  private final Path project;
  private final Path archive;
  private final List<String> said = new ArrayList<>();

  OperatorImageTest(@TempDir Path folder) throws IOException {
    this.clone = Files.createDirectories(folder.resolve("clone"));
    this.project = Files.createDirectories(folder.resolve("project"));
    this.archive = project.resolve("dist/image.tar");
    Files.writeString(project.resolve("watches.yaml"), "[]");
  }

  private void build(String base) {
    var command = clone.resolve("target/bin/catamaran");
    new OperatorImage(project, new BaseImage(base, OF_CATAMARAN, command), NAME, said::add)
        .writeTo(archive);
  }

  private String refusal(String base) {
    var refusal = assertThrows(ManagerException.class, () -> build(base));
    assertFalse(Files.exists(archive));
    return String.valueOf(refusal.getMessage());
  }

  private Path made() {
    return clone.resolve("target/catamaran-image.tar");
  }

  /** Writes the script of the clone that makes its image. */
  private Path script(String text) throws IOException {
    var script = clone.resolve("hack/docker-build");
    Files.createDirectories(script.resolveSibling(""));
    Files.writeString(script, "#!/bin/sh\n" + text);
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path emptyImage(Path archive) throws Exception {
    Files.createDirectories(archive.resolveSibling(""));
    Jib.fromScratch().containerize(Containerizer.to(TarImage.at(archive).named(OF_CATAMARAN)));
    return archive;
  }

  @Test
  void takesTheImageThatTheCloneOfTheCommandMakes() throws Exception {
    var prepared = emptyImage(clone.resolve("prepared.tar"));
    var script =
        script(
            "cd \"$(dirname \"$0\")/..\"; mkdir target; cp prepared.tar target/catamaran-image.tar; echo $1 >args");
    build(OF_CATAMARAN);
    assertTrue(Files.size(archive) > Files.size(prepared));
    assertEquals("base\n", Files.readString(clone.resolve("args")));
    assertEquals(
        List.of(
            "Making %s with %s, if its sources have changed".formatted(OF_CATAMARAN, script),
            "Building %s on %s, from %s".formatted(NAME, OF_CATAMARAN, made())),
        said);
  }

  @Test
  void saysWhyTheCloneCannotMakeIt() throws IOException {
    var script = script("echo no JDK >&2; exit 1");
    assertEquals(
        "--from: %s cannot be made; %s base says:\nno JDK".formatted(OF_CATAMARAN, script),
        refusal(OF_CATAMARAN));
  }

  /** The command of a release, or that of another version. */
  @Test
  void asksNoRegistryForAnImageThatIsInNone() throws IOException {
    var advice =
        " is in no registry; run `make base-image` in a clone of Catamaran, and name the archive that it makes: --from"
            + " tar://CLONE/target/catamaran-image.tar, or BASE_IMG of make";
    assertEquals("--from: " + OF_CATAMARAN + advice, refusal(OF_CATAMARAN));
    script("exit 1");
    assertEquals(
        "--from: localhost/catamaran:1.0.0" + advice, refusal("localhost/catamaran:1.0.0"));
    assertEquals(List.of(), said);
  }

  @Test
  void takesAnArchive() throws Exception {
    var base = "tar://" + emptyImage(project.resolve("base.tar"));
    build(base);
    // The archive of the last build is replaced.
    build(base);
    assertEquals("Building %s on %s".formatted(NAME, base), said.getLast());
    assertEquals(
        "--from: the archive nowhere.tar does not exist",
        assertThrows(ManagerException.class, () -> build("tar://nowhere.tar")).getMessage());
  }

  @Test
  void replacesNoFileThatIsNotAnArchive() throws Exception {
    var base = "tar://" + emptyImage(project.resolve("base.tar"));
    Files.createDirectories(archive.resolveSibling(""));
    Files.writeString(archive, "mine");
    var refusal = assertThrows(ManagerException.class, () -> build(base));
    assertEquals(
        "--tar: %s exists and is not an archive; name another file".formatted(archive),
        refusal.getMessage());
    assertEquals("mine", Files.readString(archive));
  }
}
