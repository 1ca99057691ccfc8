package dev.catamaran.wire;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks what the client library takes for granted in a kubeconfig. */
public final class Kubeconfigs {
  private Kubeconfigs() {}

  /**
   * Refuses a file without content: the client library fails on it.
   *
   * @throws ManagerException if the file is empty, or has comments alone
   */
  public static void requireContent(Path file) {
    try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      if (lines.map(String::strip).allMatch(Kubeconfigs::saysNothing)) {
        throw new ManagerException(
            "kubeconfig %s is empty; set --kubeconfig or KUBECONFIG to one with a cluster"
                .formatted(file.toAbsolutePath()));
      }
    } catch (IOException e) {
      throw new ManagerException(
          "kubeconfig %s cannot be read; check its permissions".formatted(file.toAbsolutePath()));
    }
  }

  private static boolean saysNothing(String line) {
    return line.isEmpty() || line.startsWith("#") || line.equals("---") || line.equals("{}");
  }

  /**
   * Refuses a configuration without a context: the client library would take the address that only
   * pods know.
   *
   * @param name of the file, for people
   * @throws ManagerException if no context is chosen, or its cluster is unknown
   */
  public static void requireContext(Config config, String name) {
    if (config.getCurrentContext() == null) {
      throw new ManagerException(
          "kubeconfig %s has no current context; choose one of its contexts with kubectl config use-context"
              .formatted(name));
    }
  }
}
