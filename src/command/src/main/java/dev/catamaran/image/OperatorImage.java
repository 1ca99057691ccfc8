package dev.catamaran.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.LogEvent;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The image of the operator of a project: the base image, and on it watches.yaml, the charts and
 * the jars.
 *
 * @param project folder of the project
 * @param base the image below it
 * @param name of the new image
 * @param progress receives lines for people
 */
public record OperatorImage(Path project, BaseImage base, String name, Consumer<String> progress) {
  /** The first header of a tar archive has this word (POSIX, pax, "ustar Interchange Format"). */
  private static final String MAGIC = "ustar";

  private static final int MAGIC_END = 262;

  /** The working directory of the base image. */
  private static final String HOME = "/opt/helm/";

  /** The base image has all jars of this folder on its class path. */
  private static final String JARS = HOME + "extensions/";

  private static final String TOOL = "catamaran";

  /** Layers of base images, for the next build. */
  private static final Path CACHE =
      Path.of(System.getProperty("user.home"), ".cache", "catamaran", "images");

  /**
   * Writes the image to an archive, as {@code docker save} does.
   *
   * @param archive may exist only as an archive
   * @throws ManagerException if the base image is unavailable, or a file of the project is missing
   */
  public void writeTo(Path archive) {
    try {
      if (Files.exists(archive) && !isArchive(archive)) {
        throw new ManagerException(
            "--tar: %s exists and is not an archive; name another file".formatted(archive));
      }
      Files.createDirectories(archive.toAbsolutePath().resolveSibling(""));
      build(Containerizer.to(TarImage.at(archive).named(reference(name, "--to"))));
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(archive, e));
    }
  }

  private static boolean isArchive(Path file) throws IOException {
    try (var content = Files.newInputStream(file)) {
      return new String(content.readNBytes(MAGIC_END), ISO_8859_1).endsWith(MAGIC);
    }
  }

  /**
   * Pushes the image to its registry, with the credentials of {@code docker login}.
   *
   * @throws ManagerException if a registry refuses, or a file of the project is missing
   */
  public void push() {
    build(Containerizer.to(registry(reference(name, "--to"))));
  }

  private void build(Containerizer target) {
    var layers = List.of(jars(), charts());
    try {
      var from = base.from(progress);
      progress.accept("Building %s on %s".formatted(name, base.origin()));
      target
          .setToolName(TOOL)
          .setBaseImageLayersCache(CACHE)
          .addEventHandler(LogEvent.class, this::report);
      from.setFileEntriesLayers(layers).containerize(target);
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

  static RegistryImage registry(ImageReference image) {
    var credentials = CredentialRetrieverFactory.forImage(image, event -> {});
    return RegistryImage.named(image)
        .addCredentialRetriever(credentials.dockerConfig())
        .addCredentialRetriever(credentials.wellKnownCredentialHelpers());
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

  /** The jars change more often than the libraries, but both are small. */
  private FileEntriesLayer jars() {
    var layer = FileEntriesLayer.builder().setName("jars");
    for (var folder : List.of(project.resolve("target"), project.resolve("target/libraries"))) {
      jarsIn(folder)
          .forEach(jar -> layer.addEntry(jar, AbsoluteUnixPath.get(JARS + jar.getFileName())));
    }
    return layer.build();
  }

  private static List<Path> jarsIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.toString().matches(".*-(sources|javadoc|tests)\\.jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e));
    }
  }

  private FileEntriesLayer charts() {
    var watches = project.resolve("watches.yaml");
    if (!Files.isRegularFile(watches)) {
      throw new ManagerException(
          "%s does not exist: run this command in the project's directory".formatted(watches));
    }
    var layer = FileEntriesLayer.builder().setName("charts");
    layer.addEntry(watches, AbsoluteUnixPath.get(HOME + "watches.yaml"));
    var charts = project.resolve("helm-charts");
    try {
      if (Files.isDirectory(charts)) {
        layer.addEntryRecursive(charts, AbsoluteUnixPath.get(HOME + "helm-charts"));
      }
      return layer.build();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(charts, e));
    }
  }
}
