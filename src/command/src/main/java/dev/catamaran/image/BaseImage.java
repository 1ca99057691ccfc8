package dev.catamaran.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The image below the image of an operator. That of this version of Catamaran is in no registry:
 * the clone in which the command was built makes it.
 *
 * @param name a name in a registry, or {@code tar://} and the path of an archive
 * @param ofCatamaran name of the image of this version of Catamaran
 * @param command file of the command
 */
public record BaseImage(String name, String ofCatamaran, Path command) {
  private static final String ARCHIVE = "tar://";

  /** The host of images that are in no registry, as with Podman. */
  private static final String LOCAL = "localhost/";

  /** Returns the name, and where the image is from. */
  String origin() {
    return name + (isLocal() ? ", from " + made() : isArchive() ? "" : ", from its registry");
  }

  private boolean isArchive() {
    return name.startsWith(ARCHIVE);
  }

  private boolean isLocal() {
    return name.startsWith(LOCAL);
  }

  /** Returns its name in its registry, if it is in one. */
  Optional<ImageReference> inRegistry() {
    return isArchive() || isLocal()
        ? Optional.empty()
        : Optional.of(Registries.reference(name, "--from"));
  }

  /** Returns a path in the clone, if the command is its target/bin/catamaran. */
  private Path inClone(String path) {
    return command.toAbsolutePath().resolveSibling("../..").resolve(path).normalize();
  }

  private Path made() {
    return inClone("target/catamaran-image.tar");
  }

  /**
   * Begins an image on this one. Makes this one if it is that of Catamaran, and its sources are
   * newer.
   *
   * @param progress receives lines for people
   * @throws IOException if the archive cannot be read
   * @throws InterruptedException if the thread is interrupted while the image is made
   * @throws ManagerException if there is no such image
   */
  JibContainerBuilder from(Consumer<String> progress) throws IOException, InterruptedException {
    if (isLocal()) {
      make(progress);
      return Jib.from(TarImage.at(made()));
    }
    var pulled = inRegistry();
    if (pulled.isPresent()) {
      return Jib.from(Registries.at(pulled.get()));
    }
    var archive = Path.of(name.substring(ARCHIVE.length()));
    if (!Files.isRegularFile(archive)) {
      throw new ManagerException("--from: the archive %s does not exist".formatted(archive));
    }
    return Jib.from(TarImage.at(archive));
  }

  private void make(Consumer<String> progress) throws IOException, InterruptedException {
    var script = inClone("hack/docker-build");
    if (!name.equals(ofCatamaran) || !Files.isExecutable(script)) {
      throw new ManagerException(
          ("--from: %s is in no registry; name an archive by --from tar://FILE, or BASE_IMG of make: the image of the"
                  + " release, or target/catamaran-image.tar of a clone of Catamaran, where `make base-image` makes it")
              .formatted(name));
    }
    progress.accept("Making %s with %s, if its sources have changed".formatted(name, script));
    var process = new ProcessBuilder(script.toString(), "base").redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new ManagerException(
          "--from: %s cannot be made; %s base says:\n%s".formatted(name, script, said));
    }
  }
}
