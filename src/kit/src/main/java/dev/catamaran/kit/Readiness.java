package dev.catamaran.kit;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Readiness of an object, by the rules that kstatus made common (sigs.k8s.io/cli-utils,
 * pkg/kstatus): a workload is ready if its pods are of its newest template, and ready. Messages
 * contain no counts, since each change causes a pass.
 *
 * <pre>{@code
 * var pods = Readiness.of(live.get(deployment));
 * conditions.with("Ready", pods.isReady(), pods.isReady() ? "PodsReady" : "Progressing", pods.why());
 * }</pre>
 */
public sealed interface Readiness {
  /** The object is ready, or its kind has nothing to wait for. */
  record Ready() implements Readiness {}

  /** The object is not ready yet. */
  record Progressing(String message) implements Readiness {}

  /** The object is not ready yet, and only an Event says why. */
  record Silent(String message) implements Readiness {}

  /** What is said of a claim without a volume. */
  String PENDING = "phase is Pending";

  /** A claim without a volume. It is at rest if its class waits for a pod that needs it. */
  record Unclaimed(String storageClass) implements Readiness {}

  /** The object is not ready, and waiting alone will not help. */
  record Failed(String message) implements Readiness {}

  /** Returns the readiness of a live object, as a reconciler has it. */
  static Readiness of(HasMetadata live) {
    return of(WorkloadReadiness.tree(live));
  }

  /** Whether the object is ready. */
  default boolean isReady() {
    return this instanceof Ready;
  }

  /** Returns why it is not ready; empty if it is. */
  default String why() {
    return switch (this) {
      case Ready ignored -> "";
      case Progressing(var message) -> message;
      case Silent(var message) -> message;
      case Unclaimed ignored -> PENDING;
      case Failed(var message) -> message;
    };
  }

  /** Returns the readiness of a live object. */
  static Readiness of(JsonNode object) {
    if (object.path("metadata").hasNonNull("deletionTimestamp")) {
      return new Progressing("it is being deleted");
    }
    if (isAtRest(object)) {
      return new Ready();
    }
    if (!isObserved(object)) {
      return new Progressing("its controller has not seen the change yet");
    }
    return ofEnded(object);
  }

  /**
   * Whether a person told its controller to leave it alone, and nothing says that it fails. A
   * paused {@code Deployment} still has pods.
   */
  private static boolean isAtRest(JsonNode object) {
    var spec = object.path("spec");
    return switch (kind(object)) {
      case "batch/v1/Job" -> isTrue(spec, "suspend") || spec.path("parallelism").asInt(1) == 0;
      case "apps/v1/Deployment" -> false;
      default ->
          (isTrue(spec, "suspend") || isTrue(spec, "paused"))
              && condition(object, "Stalled").filter(Readiness::isTrue).isEmpty()
              && condition(object, "Ready").map(Readiness::isTrue).orElse(true);
    };
  }

  private static boolean isTrue(JsonNode spec, String field) {
    return spec.path(field).isBoolean() && spec.path(field).asBoolean();
  }

  private static String kind(JsonNode object) {
    return object.path("apiVersion").asText() + "/" + object.path("kind").asText();
  }

  /** Returns the readiness of an object whose work is over: nobody waits for its controller. */
  static Readiness ofEnded(JsonNode object) {
    return switch (kind(object)) {
      case "apps/v1/Deployment" -> WorkloadReadiness.deployment(object);
      case "apps/v1/StatefulSet" -> WorkloadReadiness.statefulSet(object);
      case "apps/v1/ReplicaSet", "v1/ReplicationController" -> WorkloadReadiness.replicaSet(object);
      case "apps/v1/DaemonSet" -> WorkloadReadiness.daemonSet(object);
      case "batch/v1/Job" -> WorkloadReadiness.job(object);
      case "v1/Pod" -> WorkloadReadiness.pod(object);
      case "v1/PersistentVolumeClaim" -> claim(object);
      case "v1/Service" -> service(object);
      case "apiextensions.k8s.io/v1/CustomResourceDefinition" -> definition(object);
      case "apiregistration.k8s.io/v1/APIService" -> awaited(object, "Available");
      default -> custom(object);
    };
  }

  private static Readiness claim(JsonNode claim) {
    var phase = claim.path("status").path("phase").asText("Pending");
    return switch (phase) {
      case "Bound" -> new Ready();
      case "Lost" -> new Failed("phase is Lost: the volume that it was bound to is gone");
      case "Pending" -> pending(claim);
      default -> new Progressing("phase is " + phase);
    };
  }

  /** The scheduler names a node for the claim of a pod (Kubernetes, volumebinding). */
  private static Readiness pending(JsonNode claim) {
    var storageClass = claim.path("spec").path("storageClassName").asText("");
    boolean isNeeded =
        claim.path("metadata").path("annotations").has("volume.kubernetes.io/selected-node");
    return storageClass.isEmpty() || isNeeded ? new Silent(PENDING) : new Unclaimed(storageClass);
  }

  /** Follows {@code helm --wait} (Helm, pkg/kube/ready.go). */
  private static Readiness service(JsonNode service) {
    var spec = service.path("spec");
    boolean waits =
        spec.path("type").asText().equals("LoadBalancer")
            && spec.path("externalIPs").isEmpty()
            && service.path("status").path("loadBalancer").path("ingress").isEmpty();
    return waits ? new Silent("no load balancer has given it an address") : new Ready();
  }

  private static Readiness definition(JsonNode definition) {
    return condition(definition, "NamesAccepted")
        .filter(accepted -> accepted.path("status").asText().equals("False"))
        .<Readiness>map(accepted -> new Failed(message(accepted, "its names are taken")))
        .orElseGet(() -> awaited(definition, "Established"));
  }

  /** Uses these conditions if the object has them. Otherwise an existing object is ready. */
  private static Readiness custom(JsonNode object) {
    var stalled = condition(object, "Stalled").filter(Readiness::isTrue);
    if (stalled.isPresent()) {
      return new Failed(message(stalled.get(), "it is stalled"));
    }
    var reconciling = condition(object, "Reconciling").filter(Readiness::isTrue);
    if (reconciling.isPresent()) {
      return new Progressing(message(reconciling.get(), "it is being reconciled"));
    }
    return condition(object, "Ready").isPresent() ? awaited(object, "Ready") : new Ready();
  }

  /** Returns ready if that condition is true, else progressing. */
  static Readiness awaited(JsonNode object, String type) {
    var found = condition(object, type);
    if (found.filter(condition -> isOlder(condition, object)).isPresent()) {
      return new Progressing("its controller has not seen the change yet");
    }
    if (found.filter(Readiness::isTrue).isPresent()) {
      return new Ready();
    }
    return new Progressing(
        found.map(each -> message(each, "not " + type)).orElse("not " + type + " yet"));
  }

  /** Whether a condition tells of an earlier generation. Most do not say of which. */
  private static boolean isOlder(JsonNode condition, JsonNode object) {
    var observed = condition.path("observedGeneration");
    return observed.isIntegralNumber()
        && observed.asLong() < object.path("metadata").path("generation").asLong(0);
  }

  static Optional<JsonNode> condition(JsonNode object, String type) {
    var conditions = object.path("status").path("conditions");
    return StreamSupport.stream(conditions.spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals(type))
        .findFirst();
  }

  static boolean isTrue(JsonNode condition) {
    return condition.path("status").asText().equals("True");
  }

  static String message(JsonNode condition, String otherwise) {
    var message = condition.path("message").asText("");
    if (message.isBlank()) {
      return otherwise;
    }
    return message.length() <= WorkloadReadiness.LONGEST
        ? message
        : message.substring(0, WorkloadReadiness.LONGEST) + "…";
  }

  /**
   * Whether the controller has seen the newest generation. Kinds that never report the observed
   * generation as a number count as observed, except those of {@code apps/v1}. An Argo Rollout
   * reports a text.
   */
  private static boolean isObserved(JsonNode object) {
    long unknown = object.path("apiVersion").asText().equals("apps/v1") ? 0 : Long.MAX_VALUE;
    return object.path("status").path("observedGeneration").asLong(unknown)
        >= object.path("metadata").path("generation").asLong(0);
  }
}
