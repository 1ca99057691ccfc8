package dev.catamaran.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster or user of a kubeconfig. As with kubectl, the first file with an entry of a name has
 * it, and the paths in an entry begin at the folder of its file.
 *
 * @param what kind and name of the entry, for people
 */
record KubeconfigEntry(JsonNode value, String what, Path file) {
  /** Fields with a path, and those that have the content in place of it. */
  private static final List<Map.Entry<String, String>> PATHS =
      List.of(
          Map.entry("certificate-authority", "certificate-authority-data"),
          Map.entry("client-certificate", "client-certificate-data"),
          Map.entry("client-key", "client-key-data"),
          Map.entry("tokenFile", "token"));

  /**
   * Finds an entry.
   *
   * @param kind {@code cluster} or {@code user}
   * @throws ManagerException if a file cannot be read, no entry has that name, or the entry names
   *     an unreadable file
   */
  static KubeconfigEntry of(String kind, @Nullable String name, List<Path> files) {
    var what = "%s \"%s\"".formatted(kind, name == null ? "" : name);
    var known = new TreeSet<String>();
    for (var file : files) {
      for (var each : read(file).path(kind + "s")) {
        known.add(each.path("name").asText());
        if (each.path("name").asText().equals(name) && each.path(kind).isObject()) {
          var found = new KubeconfigEntry(each.path(kind), what, file);
          found.requireReadable();
          return found;
        }
      }
    }
    throw new ManagerException(
        known.contains(name == null ? "" : name)
            ? "kubeconfig %s has nothing in the %s, which the context names"
                .formatted(names(files), what)
            : "kubeconfig %s has no %s, which the context names; it has %s"
                .formatted(
                    names(files), what, known.isEmpty() ? "none" : String.join(", ", known)));
  }

  /**
   * Reads a file.
   *
   * @throws ManagerException if it does not exist, cannot be read, is not a mapping in YAML, or is
   *     empty
   */
  static JsonNode read(Path file) {
    Map<?, ?> content;
    try {
      var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      content = Serialization.unmarshal(text, Map.class);
    } catch (NoSuchFileException e) {
      throw new ManagerException(
          "kubeconfig %s does not exist; set --kubeconfig or KUBECONFIG"
              .formatted(file.toAbsolutePath()));
    } catch (IOException e) {
      throw new ManagerException(
          "kubeconfig %s cannot be read; check its permissions".formatted(file.toAbsolutePath()));
    } catch (RuntimeException e) {
      // The parser's message may quote secrets.
      throw new ManagerException(
          "kubeconfig %s is not valid; kubectl config view shows the problem"
              .formatted(file.toAbsolutePath()));
    }
    if (content == null || content.isEmpty()) {
      throw new ManagerException(
          "kubeconfig %s is empty; set --kubeconfig or KUBECONFIG to one with a cluster"
              .formatted(file.toAbsolutePath()));
    }
    return new JsonMapper().valueToTree(content);
  }

  private void requireReadable() {
    for (var path : PATHS) {
      var given = text(path.getKey());
      if (text(path.getValue()).isEmpty()
          && !given.isEmpty()
          && !Files.isReadable(resolve(given))) {
        throw problem(
            "names the %s %s, which cannot be read".formatted(path.getKey(), resolve(given)));
      }
    }
  }

  /** Returns the text of a field; empty without one. */
  String text(String field) {
    return value.path(field).asText("");
  }

  Path resolve(String path) {
    return file.toAbsolutePath().resolveSibling(path);
  }

  ManagerException problem(String problem) {
    return new ManagerException(
        "kubeconfig %s: the %s %s".formatted(file.toAbsolutePath(), what, problem));
  }

  /** Returns the paths of files for people. */
  static String names(List<Path> files) {
    return files.stream()
        .map(file -> file.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
