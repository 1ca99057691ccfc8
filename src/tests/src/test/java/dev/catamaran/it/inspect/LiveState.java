package dev.catamaran.it.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The objects of a namespace at one time, without those of Kubernetes and of Helm.
 *
 * @param versions uid and version of each, by kind and name
 */
record LiveState(Map<String, Version> versions) {

  /** Identity and content. */
  record Version(String uid, String content) {}

  /**
   * Which objects differ, as kind and name.
   *
   * @param changed the same object with other content
   */
  record Difference(Set<String> created, Set<String> changed, Set<String> deleted) {

    /** The difference that {@code diff -o json} predicts. */
    static Difference predicted(JsonNode preview) {
      return new Difference(
          names(preview, "created"), names(preview, "changed"), names(preview, "deleted"));
    }

    private static Set<String> names(JsonNode preview, String action) {
      var names = new TreeSet<String>();
      for (var object : preview.path("objects")) {
        if (object.path("action").asText().equals(action)) {
          names.add(object.path("kind").asText() + "/" + object.path("name").asText());
        }
      }
      return names;
    }
  }

  static LiveState of(TestNamespace namespace) {
    var client = namespace.client();
    var versions = new TreeMap<String, Version>();
    Stream.<List<? extends HasMetadata>>of(
            client.configMaps().inNamespace(namespace.name()).list().getItems(),
            client.secrets().inNamespace(namespace.name()).list().getItems(),
            client.services().inNamespace(namespace.name()).list().getItems(),
            client.apps().deployments().inNamespace(namespace.name()).list().getItems())
        .flatMap(List::stream)
        .filter(object -> !object.getMetadata().getName().startsWith("sh.helm.release"))
        .filter(object -> !object.getMetadata().getName().equals("kube-root-ca.crt"))
        .forEach(
            object ->
                versions.put(
                    object.getKind() + "/" + object.getMetadata().getName(), version(object)));
    return new LiveState(versions);
  }

  /** Controllers write the status of a Deployment, which changes its resource version. */
  private static Version version(HasMetadata object) {
    var metadata = object.getMetadata();
    return new Version(
        metadata.getUid(),
        object.getKind().equals("Deployment")
            ? "generation " + metadata.getGeneration()
            : "version " + metadata.getResourceVersion());
  }

  Difference until(LiveState later) {
    var created = new TreeSet<>(later.versions.keySet());
    created.removeAll(versions.keySet());
    var deleted = new TreeSet<>(versions.keySet());
    deleted.removeAll(later.versions.keySet());
    var changed = new TreeSet<>(versions.keySet());
    changed.removeIf(name -> versions.get(name).equals(later.versions.get(name)));
    changed.removeAll(deleted);
    return new Difference(created, changed, deleted);
  }
}
