package dev.catamaran.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.trial.Apis;
import dev.catamaran.trial.TrialKinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The objects of a namespace, and those of the cluster with its name in theirs, at one time.
 * Excludes those that Kubernetes and Helm's library make for themselves.
 *
 * @param found each by its title, such as {@code ConfigMap/one-page}
 */
record LiveObjects(Map<String, Live> found) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String HOOK = "helm.sh/hook";
  private static final Set<String> OF_KUBERNETES =
      Set.of(
          "APIService", "Event", "Lease", "Endpoints", "EndpointSlice", "Pod", "PersistentVolume");
  private static final List<String> OF_SERVER =
      List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields");

  /** Annotations that controllers write. */
  private static final List<String> BY_CONTROLLERS =
      List.of("deployment.kubernetes.io/", "deprecated.daemonset.", "pv.kubernetes.io/");

  /**
   * An object.
   *
   * @param content without its status, and without the fields that the API server and controllers
   *     write
   */
  record Live(String uid, boolean isHook, ObjectNode content) {}

  /** The content of an existing object. */
  ObjectNode content(String title) {
    return Objects.requireNonNull(found.get(title), title).content();
  }

  static LiveObjects of(Apis apis, String namespace) {
    var found = new TreeMap<String, Live>();
    apis.objects()
        .filter(object -> isWithin(object.getMetadata(), namespace))
        .filter(object -> !isOfOthers(object))
        .forEach(
            object ->
                found.put(
                    title(
                        object.getKind(),
                        object.getMetadata().getName(),
                        namespaceOf(object),
                        namespace),
                    live(object)));
    return new LiveObjects(found);
  }

  /** The name of an object in the table, with its namespace if it is not the usual one. */
  static String title(String kind, String name, String itsNamespace, String usual) {
    boolean isElsewhere = !itsNamespace.isEmpty() && !itsNamespace.equals(usual);
    return kind + "/" + name + (isElsewhere ? " in " + itsNamespace : "");
  }

  private static String namespaceOf(GenericKubernetesResource object) {
    var namespace = object.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }

  private static boolean isWithin(ObjectMeta meta, String namespace) {
    var own = meta.getNamespace() == null ? "" : meta.getNamespace();
    return own.startsWith(namespace)
        || meta.getName().startsWith(namespace + "-")
        || meta.getName().endsWith(ChangedCharts.DEFINED_GROUP);
  }

  private static boolean isOfOthers(GenericKubernetesResource object) {
    var meta = object.getMetadata();
    boolean isClaimOfSet =
        object.getKind().equals("PersistentVolumeClaim")
            && meta.getOwnerReferences().isEmpty()
            && meta.getName().startsWith("data-");
    return OF_KUBERNETES.contains(object.getKind())
        || object.getApiVersion().equals(TrialKinds.API)
        || meta.getDeletionTimestamp() != null
        || meta.getName().startsWith("sh.helm.release.")
        || Set.of("kube-root-ca.crt", "default").contains(meta.getName())
        || meta.getOwnerReferences().stream()
            .anyMatch(
                owner ->
                    Boolean.TRUE.equals(owner.getController()) && !isOurs(owner.getApiVersion()))
        || meta.getName().endsWith("-operator")
        || isClaimOfSet;
  }

  private static boolean isOurs(String apiVersion) {
    return apiVersion.equals(TrialKinds.API);
  }

  private static Live live(GenericKubernetesResource object) {
    ObjectNode content = JSON.valueToTree(object);
    content.remove("status");
    var metadata = content.withObjectProperty("metadata");
    metadata.remove(OF_SERVER);
    if (metadata.path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(byControllers(annotations));
      if (annotations.isEmpty()) {
        metadata.remove("annotations");
      }
    }
    if (object.getKind().equals("PersistentVolumeClaim")) {
      content.withObjectProperty("spec").remove("volumeName");
    }
    var annotations = object.getMetadata().getAnnotations();
    return new Live(
        object.getMetadata().getUid(),
        annotations != null && annotations.containsKey(HOOK),
        content);
  }

  private static List<String> byControllers(JsonNode annotations) {
    var names = new ArrayList<String>();
    annotations.fieldNames().forEachRemaining(names::add);
    names.removeIf(name -> BY_CONTROLLERS.stream().noneMatch(name::startsWith));
    return names;
  }
}
