package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A kubeconfig by which Helm acts as somebody else: a copy in which the user of the current context
 * says {@code as} (client-go, tools/clientcmd/api/v1/types.go).
 */
public final class ImpersonatingKubeconfig {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Files that a kubeconfig names; relative ones begin in its own folder. */
  private static final List<String> FILES =
      List.of("certificate-authority", "client-certificate", "client-key", "tokenFile");

  private ImpersonatingKubeconfig() {}

  /**
   * Writes the copy, readable by this user alone; whoever asks for it deletes it.
   *
   * @param kubeconfig whose rights include to impersonate
   * @param user as the API server calls the one to act as
   * @throws UncheckedIOException if the file cannot be read or the copy not be written
   */
  public static Path of(Path kubeconfig, String user) {
    try {
      var config = YAML.readTree(kubeconfig.toFile());
      var folder = kubeconfig.toAbsolutePath().resolveSibling("");
      config.path("clusters").forEach(named -> resolveFiles(named.path("cluster"), folder));
      config.path("users").forEach(named -> resolveFiles(named.path("user"), folder));
      currentUser(config)
          .orElseThrow(() -> new IOException("its current context names no user"))
          .put("as", user);
      var copy = Files.createTempFile("catamaran-", ".kubeconfig");
      YAML.writeValue(copy.toFile(), config);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no kubeconfig can be made of %s to act as %s: %s"
              .formatted(kubeconfig, user, e.getMessage()),
          e);
    }
  }

  private static Optional<ObjectNode> currentUser(JsonNode config) {
    var context = named(config.path("contexts"), config.path("current-context").asText());
    return named(config.path("users"), context.path("context").path("user").asText()).path("user")
            instanceof ObjectNode user
        ? Optional.of(user)
        : Optional.empty();
  }

  private static JsonNode named(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(item -> item.path("name").asText().equals(name))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  private static void resolveFiles(JsonNode node, Path folder) {
    if (node instanceof ObjectNode fields) {
      FILES.stream()
          .filter(fields::hasNonNull)
          .forEach(
              file ->
                  fields.put(
                      file, folder.resolve(fields.path(file).asText()).normalize().toString()));
    }
  }
}
