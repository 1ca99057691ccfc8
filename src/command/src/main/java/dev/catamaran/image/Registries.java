package dev.catamaran.image;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** The registries of images. */
final class Registries {
  /** As for Docker. Jib reads no IPv6 addresses. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3})(:\\d+)?");

  private static final int TIMEOUT_MILLIS = 10_000;

  private Registries() {}

  /**
   * Reads the name of an image.
   *
   * @param option the option that has the name, for the message
   * @throws ManagerException if the text is not the name of an image
   */
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

  /** Returns whether the name of the registry is that of this machine for itself. */
  static boolean isOnLoopback(ImageReference image) {
    return LOOPBACK.matcher(image.getRegistry()).matches();
  }

  /**
   * Asks the registry of an image for TLS: Jib would try again for most of a minute. Leaves all
   * other failures to Jib.
   *
   * @throws ManagerException if it has none that Java trusts
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
