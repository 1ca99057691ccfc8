package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds kinds by the names that people write. */
public final class Kinds {
  private static final String FORM = "application/json;g=apidiscovery.k8s.io;v=%s;as=%s";
  private static final String LIST = "APIGroupDiscoveryList";
  private static final String FORMS =
      FORM.formatted("v2", LIST) + "," + FORM.formatted("v2beta1", LIST) + ",application/json";

  private final KubernetesClient client;
  private final List<Watch> watches;
  private final Map<String, PrimaryKind> known = new ConcurrentHashMap<>();
  private final Map<String, List<PrimaryKind>> served = new ConcurrentHashMap<>();

  /** Prefers the kinds of {@code watches}. */
  Kinds(KubernetesClient client, List<Watch> watches) {
    this.client = client;
    this.watches = watches;
  }

  private List<PrimaryKind> watched() {
    return watches.stream().flatMap(watch -> watched(watch).stream()).toList();
  }

  private Optional<PrimaryKind> watched(Watch watch) {
    var gvk = watch.gvk();
    return served(gvk.group().isEmpty() ? "/api" : "/apis").stream()
        .filter(
            kind -> kind.apiVersion().equals(gvk.apiVersion()) && kind.kind().equals(gvk.kind()))
        .findFirst()
        .map(kind -> kind.with(watch));
  }

  /** Names the kinds of watches.yaml that the cluster does not serve, for people. */
  Optional<String> unserved() {
    var names =
        watches.stream()
            .filter(watch -> watched(watch).isEmpty())
            .map(watch -> watch.gvk().toString())
            .collect(Collectors.joining("; "));
    return Optional.of(
            "the cluster does not serve %s; make install makes its definition".formatted(names))
        .filter(sentence -> !names.isEmpty());
  }

  /**
   * Returns the kinds of watches.yaml; without the file, those of Catamaran's operators: their
   * definitions have the category.
   */
  List<PrimaryKind> known() {
    return watches.isEmpty()
        ? custom().stream().filter(PrimaryKind::isInCategory).toList()
        : watched();
  }

  /**
   * Returns the custom kinds of the cluster, each in the preferred version of its group where that
   * serves it.
   */
  private List<PrimaryKind> custom() {
    var found = new LinkedHashMap<String, PrimaryKind>();
    served("/apis").stream()
        .filter(kind -> isCustom(kind.group()))
        .forEach(kind -> found.putIfAbsent(kind.plural() + "." + kind.group(), kind));
    return List.copyOf(found.values());
  }

  private List<PrimaryKind> served(String path) {
    return served.computeIfAbsent(path, this::discovered);
  }

  /**
   * Returns the kinds whose objects can be listed, the preferred version of each group first.
   * Everyone may read them, other than their definitions.
   *
   * @param path {@code /apis}, or {@code /api} for the core group
   */
  private List<PrimaryKind> discovered(String path) {
    var answer = ApiRead.get(client, path, FORMS);
    if (!answer.path("kind").asText().equals(LIST)) {
      throw new ManagerException(
          "the API server does not name all its kinds in one answer; Kubernetes does since 1.27");
    }
    return answer.path("items").valueStream().flatMap(Kinds::kinds).toList();
  }

  private static Stream<PrimaryKind> kinds(JsonNode group) {
    var name = group.path("metadata").path("name").asText();
    return group
        .path("versions")
        .valueStream()
        .flatMap(
            version ->
                version
                    .path("resources")
                    .valueStream()
                    .filter(resource -> texts(resource, "verbs").contains("list"))
                    .map(resource -> kind(name, version.path("version").asText(), resource)));
  }

  private static PrimaryKind kind(String group, String version, JsonNode resource) {
    return PrimaryKind.of(
        group.isEmpty() ? version : group + "/" + version,
        resource.path("responseKind").path("kind").asText(),
        resource.path("resource").asText(),
        texts(resource, "shortNames"),
        resource.path("scope").asText().equals("Namespaced"),
        texts(resource, "categories"));
  }

  private static List<String> texts(JsonNode resource, String field) {
    return resource.path(field).valueStream().map(JsonNode::asText).toList();
  }

  /** Metrics are no objects that a person makes. */
  private static boolean isCustom(String group) {
    return !BuiltInGroups.contains(group) && !group.endsWith("metrics.k8s.io");
  }

  /**
   * Returns the kind of that name. Asks the API server the first time alone.
   *
   * @param name kind, plural or short name, with or without the group
   */
  public PrimaryKind find(String name) {
    return known.computeIfAbsent(name, this::search);
  }

  private PrimaryKind search(String name) {
    var found = named(name, watched());
    if (found.isEmpty()) {
      found = named(name, custom());
    }
    if (found.isEmpty()) {
      throw new ManagerException(
          "the cluster has no custom kind \"%s\"; kubectl api-resources lists all. If watches.yaml has it, make install makes its definition"
              .formatted(name));
    }
    return only(name, found);
  }

  private static List<PrimaryKind> named(String name, List<PrimaryKind> kinds) {
    return kinds.stream().filter(kind -> kind.isNamed(name)).toList();
  }

  private static PrimaryKind only(String name, List<PrimaryKind> found) {
    if (found.size() > 1) {
      throw new ManagerException(
          "\"%s\" names several kinds; write one of %s"
              .formatted(
                  name, String.join(", ", found.stream().map(PrimaryKind::qualified).toList())));
    }
    return found.getFirst();
  }
}
