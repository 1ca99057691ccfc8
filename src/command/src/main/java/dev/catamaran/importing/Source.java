package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.importing.ReleaseImport.ImportReport;
import dev.catamaran.informer.Pages;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tool that made releases. An import reads it with the rights of a person, and changes none. */
public sealed interface Source permits HelmImport, FluxImport, ArgoImport {
  /**
   * What the tool calls a release.
   *
   * @param read reads it; a ManagerException says why it cannot be taken over
   */
  record Found(String name, String title, Supplier<Wanted> read) {}

  String namespace();

  Set<String> names();

  String what();

  List<Found> found(ReleaseImport project);

  /**
   * Writes the chosen ones into a project. One that cannot be read keeps no other one from being
   * imported.
   */
  default ImportReport into(ReleaseImport project) {
    var all = found(project);
    if (all.isEmpty() && names().isEmpty()) {
      throw missing("");
    }
    for (var wanted : names()) {
      if (all.stream().noneMatch(each -> each.name().equals(wanted))) {
        throw missing(" " + wanted);
      }
    }
    var report = new ImportReport();
    var wanted = new ArrayList<Wanted>();
    all.stream()
        .filter(each -> names().isEmpty() || names().contains(each.name()))
        .forEach(each -> report.reading(each.title(), () -> wanted.add(each.read().get())));
    project.write(wanted, report);
    return report;
  }

  private ManagerException missing(String name) {
    return new ManagerException(
        "there is no %s%s %s; write another --namespace, or --all-namespaces"
            .formatted(
                what(),
                name,
                namespace().isEmpty() ? "in any namespace" : "in namespace " + namespace()));
  }

  /** Reads objects of tools with the rights of a person. */
  record ToolObjects(KubernetesClient client) {

    /**
     * Returns the objects of a kind, sorted by namespace and name.
     *
     * @param namespace empty for all namespaces
     * @param missing what it means if the cluster does not serve the kind
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

    static String title(JsonNode object) {
      return object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText();
    }

    /**
     * Returns the fields that no import follows.
     *
     * @param path of the object, with a point at its end
     * @param followed fields that are imported, or have no effect on a release, with blanks between
     */
    static Stream<String> others(String path, JsonNode object, String followed) {
      var known = List.of(followed.split(" "));
      return object
          .propertyStream()
          .map(Map.Entry::getKey)
          .filter(field -> !known.contains(field))
          .map(path::concat);
    }

    static Stream<String> notImported(Stream<String> fields, String page) {
      var names = fields.distinct().collect(Collectors.joining(", "));
      return names.isEmpty()
          ? Stream.empty()
          : Stream.of(
              "not imported: %s; docs/migrate/%s.md has the counterparts".formatted(names, page));
    }

    private JsonNode tree(Object object) {
      return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
    }
  }
}
