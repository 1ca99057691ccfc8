package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The objects without which a pod does not start. Pure. */
public final class PodNeeds {
  private static final String CORE = "v1";

  /** Every namespace has it. */
  private static final String DEFAULT_ACCOUNT = "default";

  private final String namespace;
  private final Set<ObjectKey> needs = new LinkedHashSet<>();

  private PodNeeds(String namespace) {
    this.namespace = namespace;
  }

  /**
   * Returns what a Pod or the pods of a Job need in their namespace; nothing for other kinds.
   *
   * @param key its place in the cluster
   */
  public static Set<ObjectKey> of(ManifestObject object, ObjectKey key) {
    var needs = new PodNeeds(key.namespace());
    switch (key.kind()) {
      case "Pod" -> needs.addAll(object.content().path("spec"));
      case "Job" -> needs.addAll(object.content().at("/spec/template/spec"));
      default -> {
        // Helm waits for no other hooks.
      }
    }
    return needs.needs;
  }

  private void addAll(JsonNode pod) {
    add("ServiceAccount", pod.path("serviceAccountName").asText(DEFAULT_ACCOUNT));
    for (var volume : pod.path("volumes")) {
      addSource(volume);
      add("PersistentVolumeClaim", volume.at("/persistentVolumeClaim/claimName").asText());
      volume.at("/projected/sources").forEach(this::addSource);
    }
    for (var containers : List.of("initContainers", "containers")) {
      for (var container : pod.path(containers)) {
        for (var variable : container.path("env")) {
          addReference("ConfigMap", variable.at("/valueFrom/configMapKeyRef"), "name");
          addReference("Secret", variable.at("/valueFrom/secretKeyRef"), "name");
        }
        for (var source : container.path("envFrom")) {
          addReference("ConfigMap", source.path("configMapRef"), "name");
          addReference("Secret", source.path("secretRef"), "name");
        }
      }
    }
  }

  private void addSource(JsonNode source) {
    addReference("ConfigMap", source.path("configMap"), "name");
    addReference("Secret", source.path("secret"), "secretName");
    addReference("Secret", source.path("secret"), "name");
  }

  private void addReference(String kind, JsonNode reference, String field) {
    if (!reference.path("optional").asBoolean()) {
      add(kind, reference.path(field).asText());
    }
  }

  private void add(String kind, String name) {
    boolean isAlwaysThere = kind.equals("ServiceAccount") && name.equals(DEFAULT_ACCOUNT);
    if (!name.isEmpty() && !isAlwaysThere) {
      needs.add(new ObjectKey(CORE, kind, namespace, name));
    }
  }
}
