package dev.catamaran.validation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with manifests and a kustomization.
 *
 * @param path from the project's folder, such as {@code config/crd}
 * @param files all manifests in it or in the folder that the kustomization is about
 */
record ConfigFolder(String path, List<YamlFile> files, Optional<Kustomization> kustomization) {
  /** The name that this project uses, then the others that kustomize accepts. */
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  /**
   * Reads a folder; a missing one has no files.
   *
   * @param path folder of the kustomization
   * @param inside folder of the manifests below it; empty for the same
   */
  static ConfigFolder read(Path project, String path, String inside) {
    var folder = inside.isEmpty() ? path : path + "/" + inside;
    var files =
        names(project.resolve(folder)).map(name -> YamlFile.read(project, folder + "/" + name));
    var kustomization =
        NAMES.stream()
            .map(name -> path + "/" + name)
            .filter(file -> Files.isRegularFile(project.resolve(file)))
            .findFirst()
            .map(file -> new Kustomization(YamlFile.read(project, file)));
    return new ConfigFolder(path, files.toList(), kustomization);
  }

  private static Stream<String> names(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml") || name.endsWith(".yml"))
          .filter(name -> !NAMES.contains(name))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the problems of files that cannot be read. */
  Stream<Finding> unreadable() {
    return Stream.concat(files.stream(), kustomization.stream().map(Kustomization::file))
        .flatMap(file -> file.problem().stream());
  }

  /** Returns the files that the kustomization does not list; none without a kustomization. */
  Stream<YamlFile> unlisted() {
    return kustomization.stream()
        .filter(found -> found.file().problem().isEmpty())
        .flatMap(found -> files.stream().filter(file -> !found.lists(relative(file.path()))));
  }

  private String relative(String file) {
    return file.substring(path.length() + 1);
  }
}
