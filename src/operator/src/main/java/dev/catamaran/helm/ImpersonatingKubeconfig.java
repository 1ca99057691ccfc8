package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.temporary.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A kubeconfig with which Helm acts as another account: a copy with {@code as} in the user of the
 * current context (client-go, tools/clientcmd/api/v1/types.go).
 */
public final class ImpersonatingKubeconfig {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Fields with file names; relative ones refer to the kubeconfig's own folder. */
  private static final List<String> FILES =
      List.of("certificate-authority", "client-certificate", "client-key", "tokenFile");

  private ImpersonatingKubeconfig() {}

  /**
   * Writes the copy, readable by this user alone; the caller deletes it.
   *
   * @param kubeconfig with the right to impersonate
   * @param user the account's name at the API server
   * @throws UncheckedIOException if the file cannot be read or the copy cannot be written
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
      var copy = TemporaryFiles.file("impersonating-", ".kubeconfig");
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
