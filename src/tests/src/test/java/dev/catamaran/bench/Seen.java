package dev.catamaran.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What watches have told of one release.
 *
 * @param primary empty if there is none
 * @param revisions the status of each stored revision
 * @param deployment empty if there is none
 * @param port of the Service; 0 if there is none
 */
record Seen(
    Optional<Primary> primary,
    SortedMap<Integer, String> revisions,
    Optional<Workload> deployment,
    int port) {

  static final Seen NOTHING = new Seen(Optional.empty(), new TreeMap<>(), Optional.empty(), 0);

  /**
   * A primary.
   *
   * @param isTouched whether an operator has written to it
   * @param deployed the reason of its condition Deployed; empty if the condition is not true
   * @param isReady whether its condition Ready is true, for its present generation
   */
  record Primary(boolean isTouched, String deployed, boolean isReady) {}

  /** A Deployment. Its generation counts the changes of its spec. */
  record Workload(String uid, long generation, int replicas, boolean isReady) {}

  Seen with(GenericKubernetesResource object) {
    List<Map<String, Object>> conditions =
        Optional.<List<Map<String, Object>>>ofNullable(object.get("status", "conditions"))
            .orElse(List.of());
    Number observed = object.get("status", "observedGeneration");
    var meta = object.getMetadata();
    return new Seen(
        Optional.of(
            new Primary(
                !meta.getFinalizers().isEmpty() || !conditions.isEmpty(),
                reason(conditions, "Deployed"),
                !reason(conditions, "Ready").isEmpty()
                    && observed != null
                    && observed.longValue() == meta.getGeneration())),
        revisions,
        deployment,
        port);
  }

  Seen withoutPrimary() {
    return new Seen(Optional.empty(), revisions, deployment, port);
  }

  Seen with(Secret secret) {
    var labels = secret.getMetadata().getLabels();
    var changed = new TreeMap<>(revisions);
    changed.put(number(secret), labels.getOrDefault("status", ""));
    return new Seen(primary, changed, deployment, port);
  }

  Seen without(Secret secret) {
    var changed = new TreeMap<>(revisions);
    changed.remove(number(secret));
    return new Seen(primary, changed, deployment, port);
  }

  Seen with(Deployment object) {
    var status = object.getStatus();
    var replicas = object.getSpec().getReplicas();
    var ready = status == null ? null : status.getReadyReplicas();
    return new Seen(
        primary,
        revisions,
        Optional.of(
            new Workload(
                object.getMetadata().getUid(),
                object.getMetadata().getGeneration(),
                replicas,
                ready != null && ready >= replicas)),
        port);
  }

  Seen withoutDeployment() {
    return new Seen(primary, revisions, Optional.empty(), port);
  }

  Seen with(Service service) {
    return new Seen(
        primary, revisions, deployment, service.getSpec().getPorts().getFirst().getPort());
  }

  Seen withoutService() {
    return new Seen(primary, revisions, deployment, 0);
  }

  /** Whether this revision or a later one is deployed. */
  boolean isDeployed(int revision) {
    return revisions.tailMap(revision).containsValue("deployed");
  }

  /** The newest stored revision; 0 if there is none. */
  int newest() {
    return revisions.isEmpty() ? 0 : revisions.lastKey();
  }

  boolean isTouched() {
    return primary.filter(Primary::isTouched).isPresent();
  }

  boolean tellsInstalled() {
    return primary.filter(seen -> !seen.deployed().isEmpty()).isPresent();
  }

  /** The reasons are UpgradeSuccessful and, of operator-sdk, UpdateSuccessful. */
  boolean tellsUpgraded() {
    return primary.filter(seen -> seen.deployed().startsWith("Up")).isPresent();
  }

  boolean tellsReady() {
    return primary.filter(Primary::isReady).isPresent();
  }

  boolean isRunning() {
    return deployment.filter(Workload::isReady).isPresent();
  }

  boolean isGone() {
    return primary.isEmpty() && revisions.isEmpty() && deployment.isEmpty();
  }

  private static int number(Secret secret) {
    return Integer.parseInt(secret.getMetadata().getLabels().get("version"));
  }

  private static String reason(List<Map<String, Object>> conditions, String type) {
    return conditions.stream()
        .filter(condition -> type.equals(condition.get("type")))
        .filter(condition -> "True".equals(condition.get("status")))
        .map(condition -> String.valueOf(condition.get("reason")))
        .findFirst()
        .orElse("");
  }
}
