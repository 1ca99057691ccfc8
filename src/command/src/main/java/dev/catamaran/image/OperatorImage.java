package dev.catamaran.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.LogEvent;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.catamaran.api.ManagerException;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The image of the operator of a project: the base image, and on it the files of the project.
 *
 * @param platforms of the image; empty for that of the base image, or linux/amd64 of several
 * @param plainHttp allows all registries without TLS; those on the loopback may always be without
 */
public record OperatorImage(
    OperatorFiles files,
    BaseImage base,
    Set<Platform> platforms,
    String name,
    boolean plainHttp,
    Consumer<String> progress) {
  /** The first header of a tar archive has this word (POSIX, pax, "ustar Interchange Format"). */
  private static final String MAGIC = "ustar";

  private static final int MAGIC_END = 262;

  private static final String TOOL = "catamaran";

  /** Layers of base images, for the next build. */
  private static final Path CACHE =
      Path.of(System.getProperty("user.home"), ".cache", "catamaran", "images");

  public static Platform platform(String name) {
    var parts = name.split("/", -1);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new ManagerException(
          "--platform: \"%s\" is not a platform, such as linux/arm64".formatted(name));
    }
    return new Platform(parts[1], parts[0]);
  }

  /**
   * Writes the image to an archive, as {@code docker save} does.
   *
   * @param archive may exist only as an archive
   */
  public void writeTo(Path archive) {
    if (platforms.size() > 1) {
      throw new ManagerException(
          "--tar: an archive has the image of one platform; name one, or use --push");
    }
    try {
      if (Files.exists(archive) && !isArchive(archive)) {
        throw new ManagerException(
            "--tar: %s exists and is not an archive; name another file".formatted(archive));
      }
      Files.createDirectories(archive.toAbsolutePath().resolveSibling(""));
      base.inRegistry().ifPresent(this::checkTls);
      build(
          Containerizer.to(TarImage.at(archive).named(BaseImage.reference(name, "--tag"))),
          base.inRegistry().filter(this::mayLackTls).isPresent());
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(archive, e));
    }
  }

  private static boolean isArchive(Path file) throws IOException {
    try (var content = Files.newInputStream(file)) {
      return new String(content.readNBytes(MAGIC_END), ISO_8859_1).endsWith(MAGIC);
    }
  }

  /** Pushes the image to its registry, with the credentials of {@code docker login}. */
  public void push() {
    var target = BaseImage.reference(name, "--tag");
    var pulled = base.inRegistry();
    pulled.ifPresent(this::checkTls);
    checkTls(target);
    // Jib has one permission for both registries, so they are used one after the other if they
    // differ.
    if (pulled.isPresent() && mayLackTls(pulled.get()) != mayLackTls(target)) {
      pushFromArchive(target);
    } else {
      build(Containerizer.to(BaseImage.at(target)), mayLackTls(target));
    }
  }

  private void pushFromArchive(ImageReference target) {
    if (platforms.size() > 1) {
      throw new ManagerException(
          "--platform: of the registries of %s and %s, one needs no TLS; name one platform, or allow both without TLS with --plain-http"
              .formatted(base.name(), name));
    }
    try (var work = TemporaryFolder.create("image-")) {
      var archive = work.path().resolve("image.tar");
      writeTo(archive);
      containerize(
          Jib.from(TarImage.at(archive)),
          Containerizer.to(BaseImage.at(target)),
          mayLackTls(target));
    } catch (UncheckedIOException e) {
      throw new ManagerException("the image cannot be kept in a temporary file: " + e);
    }
  }

  private boolean mayLackTls(ImageReference image) {
    return plainHttp || BaseImage.isOnLoopback(image);
  }

  private void checkTls(ImageReference image) {
    if (!mayLackTls(image)) {
      BaseImage.requireTls(image);
    }
  }

  private void build(Containerizer target, boolean plain) {
    var layers = files.layers();
    files
        .omitted()
        .forEach(
            chart ->
                progress.accept(
                    "warning: the chart %s is outside of the project, so the image is without it; move it, and correct watches.yaml"
                        .formatted(chart)));
    var image = base.builder().setFileEntriesLayers(layers);
    progress.accept("Building %s on %s".formatted(name, base.origin()));
    containerize(platforms.isEmpty() ? image : image.setPlatforms(platforms), target, plain);
  }

  private void containerize(JibContainerBuilder image, Containerizer target, boolean plain) {
    target
        .setToolName(TOOL)
        .setBaseImageLayersCache(CACHE)
        .setAllowInsecureRegistries(plain)
        .addEventHandler(LogEvent.class, this::report);
    try {
      image.containerize(target);
    } catch (RegistryException | IOException | ExecutionException e) {
      throw new ManagerException(
          "the image %s cannot be built on %s: %s".formatted(name, base.origin(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("the build of the image was interrupted");
    } catch (CacheDirectoryCreationException e) {
      throw new ManagerException("the cache of images cannot be created: " + e.getMessage());
    }
  }

  private void report(LogEvent event) {
    if (event.getLevel() == LogEvent.Level.WARN) {
      progress.accept("warning: " + event.getMessage().strip());
    }
  }
}
