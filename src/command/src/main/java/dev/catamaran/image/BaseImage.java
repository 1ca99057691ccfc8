package dev.catamaran.image;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

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

  /** As for Docker. Jib reads no IPv6 addresses. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3})(:\\d+)?");

  private static final int TIMEOUT_MILLIS = 10_000;

  String origin() {
    return name + (isArchive() ? "" : ", from its registry");
  }

  private boolean isArchive() {
    return name.startsWith(ARCHIVE);
  }

  Optional<ImageReference> inRegistry() {
    return isArchive() || name.startsWith(LOCAL)
        ? Optional.empty()
        : Optional.of(reference(name, "--from"));
  }

  /** Begins an image on this one. */
  JibContainerBuilder builder() {
    var pulled = inRegistry();
    if (pulled.isPresent()) {
      return Jib.from(at(pulled.get()));
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

  static ImageReference reference(String text, String option) {
    try {
      return ImageReference.parse(text);
    } catch (InvalidImageReferenceException e) {
      throw new ManagerException(
          "%s: \"%s\" is not the name of an image, such as registry.example.com/team/operator:1.0.0"
              .formatted(option, text));
    }
  }

  /** Returns an image in its registry, with the credentials of {@code docker login}. */
  static RegistryImage at(ImageReference image) {
    var credentials = CredentialRetrieverFactory.forImage(image, event -> {});
    return RegistryImage.named(image)
        .addCredentialRetriever(credentials.dockerConfig())
        .addCredentialRetriever(credentials.wellKnownCredentialHelpers());
  }

  static boolean isOnLoopback(ImageReference image) {
    return LOOPBACK.matcher(image.getRegistry()).matches();
  }

  /**
   * Asks the registry of an image for TLS: Jib would try again for most of a minute. Leaves all
   * other failures to Jib.
   */
  static void requireTls(ImageReference image) {
    var registry = image.getRegistry();
    try {
      var call =
          (HttpURLConnection) URI.create("https://" + registry + "/v2/").toURL().openConnection();
      call.setConnectTimeout(TIMEOUT_MILLIS);
      call.setReadTimeout(TIMEOUT_MILLIS);
      call.setInstanceFollowRedirects(false);
      call.getResponseCode();
      call.disconnect();
    } catch (SSLException e) {
      throw new ManagerException(
          "the registry %s has no TLS with a certificate that Java trusts: %s; allow it with --plain-http (make: IMAGE_FLAGS=--plain-http)"
              .formatted(registry, e.getMessage()));
    } catch (IOException e) {
      // Jib tries again, and says what is wrong.
    }
  }
}
