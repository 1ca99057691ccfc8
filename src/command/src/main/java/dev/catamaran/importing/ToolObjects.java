package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.informer.Pages;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads objects of tools with the rights of a person. */
record ToolObjects(KubernetesClient client) {

  /**
   * Returns the objects of a kind, sorted by namespace and name.
   *
   * @param namespace empty for all namespaces
   * @param missing what it means if the cluster does not serve the kind
   * @throws ManagerException if it does not
   */
  List<JsonNode> all(String api, String kind, String namespace, String missing) {
    var served = client.getApiResources(api);
    if (served == null
        || served.getResources().stream().noneMatch(each -> each.getKind().equals(kind))) {
      throw new ManagerException(
          "the cluster does not serve %s of %s: %s".formatted(kind, api, missing));
    }
    var all = client.genericKubernetesResources(api, kind);
    var within = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    return Pages.all(within::list).stream()
        .map(this::tree)
        .sorted(Comparator.comparing(ToolObjects::title))
        .toList();
  }

  /** Returns namespace and name. */
  static String title(JsonNode object) {
    return object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText();
  }

  /** Returns an object; empty if it does not exist, or may not be read. */
  Optional<JsonNode> find(String api, String kind, String namespace, String name) {
    try {
      return Optional.ofNullable(
              client
                  .genericKubernetesResources(api, kind)
                  .inNamespace(namespace)
                  .withName(name)
                  .get())
          .map(this::tree);
    } catch (KubernetesClientException e) {
      boolean isUnserved = e.getCode() <= 0 && e.getCause() == null;
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN || isUnserved) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private JsonNode tree(Object object) {
    return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
  }

  /**
   * Those that a person chose.
   *
   * @param namespace empty for all namespaces
   * @param names empty for all
   */
  record Choice(String namespace, Set<String> names) {

    /**
     * Returns the chosen ones. A ManagerException says that there is none, and ends with {@code
     * ifNone}, or that a name is missing, and ends with {@code ifLost}.
     */
    <T> List<T> of(
        List<T> all, Function<T, String> name, String kind, String ifNone, String ifLost) {
      var where = namespace.isEmpty() ? "in any namespace" : "in namespace " + namespace;
      if (all.isEmpty() && names.isEmpty()) {
        throw new ManagerException("there is no %s %s%s".formatted(kind, where, ifNone));
      }
      for (var wanted : names) {
        if (all.stream().map(name).noneMatch(wanted::equals)) {
          throw new ManagerException(
              "there is no %s %s %s%s".formatted(kind, wanted, where, ifLost));
        }
      }
      return all.stream()
          .filter(each -> names.isEmpty() || names.contains(name.apply(each)))
          .toList();
    }
  }
}
