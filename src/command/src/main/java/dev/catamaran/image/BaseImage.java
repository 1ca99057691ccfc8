package dev.catamaran.image;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The image below the image of an operator. A file that a person has not named is never taken, nor
 * a program run: others may write near the command.
 *
 * @param name a name in a registry, or {@code tar://} and the path of an archive
 */
public record BaseImage(String name) {
  private static final String ARCHIVE = "tar://";

  /** The host of images that are in no registry, as with Podman. */
  private static final String LOCAL = "localhost/";

  /** Returns the name, and where the image is from. */
  String origin() {
    return name + (isArchive() ? "" : ", from its registry");
  }

  private boolean isArchive() {
    return name.startsWith(ARCHIVE);
  }

  /** Returns its name in its registry, if it is in one. */
  Optional<ImageReference> inRegistry() {
    return isArchive() || name.startsWith(LOCAL)
        ? Optional.empty()
        : Optional.of(Registries.reference(name, "--from"));
  }

  /**
   * Begins an image on this one.
   *
   * @throws IOException if the archive cannot be read
   * @throws ManagerException if there is no such image
   */
  JibContainerBuilder builder() throws IOException {
    var pulled = inRegistry();
    if (pulled.isPresent()) {
      return Jib.from(Registries.at(pulled.get()));
    }
    if (!isArchive()) {
      throw new ManagerException(
          ("--from: %s is in no registry; name an archive by --from tar://FILE, or BASE_IMG of make: the image of the"
                  + " release, or target/catamaran-image.tar of a clone of Catamaran, where `make base-image` makes it")
              .formatted(name));
    }
    var archive = Path.of(name.substring(ARCHIVE.length()));
    if (!Files.isRegularFile(archive)) {
      throw new ManagerException("--from: the archive %s does not exist".formatted(archive));
    }
    return Jib.from(TarImage.at(archive));
  }
}
