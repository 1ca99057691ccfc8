package dev.catamaran.cluster;

import dev.catamaran.cluster.ReleaseObjects.Unready;
import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.manifest.ScaleTargets;
import dev.catamaran.release.Ending;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Readiness of the objects of revisions. Reads unwatched objects from the API server at each call.
 */
record Workloads(
    LiveObjects live,
    Descendants descendants,
    DriftDetector detector,
    UnreadyCauses causes,
    ApiResources apis) {
  /** Objects of a release about which the API server is asked: one cause is often that of all. */
  private static final int MOST_EXPLAINED = 5;

  List<Unready> unready(Revision revision) {
    return complaints(revision)
        .map(complaint -> new Unready(complaint.toString(), complaint.isFinal))
        .toList();
  }

  /**
   * Returns the replicas that autoscalers set on objects of {@code revision} with replicas in its
   * manifest. Unwatched objects count as not scaled.
   */
  List<Scale> scales(Revision revision) {
    var targets = ScaleTargets.of(revision.manifest(), revision.release().namespace());
    return revision.manifest().readable().stream()
        .flatMap(
            object ->
                apis
                    .locate(object.key(), revision.release().namespace())
                    .flatMap(descendants::find)
                    .filter(live -> live.autoscaledField().isPresent() || targets.contains(object))
                    .flatMap(live -> scale(object, live))
                    .stream())
        .toList();
  }

  private static Optional<Scale> scale(ManifestObject object, Descendant live) {
    var field = live.autoscaledField().orElse(Exemptions.REPLICAS);
    var present = live.content().at(field);
    var key = live.key();
    return object.content().at(field).isInt() && present.isInt()
        ? Optional.of(new Scale(key.kind(), key.namespace(), key.name(), field, present.asInt()))
        : Optional.empty();
  }

  private record Complaint(ObjectKey key, String message, boolean isFinal) {
    @Override
    public String toString() {
      return key + ": " + message;
    }
  }

  /** Whether objects of that kind may exist without being ready. */
  static boolean isAwaited(ObjectKey key) {
    return !ApiResources.isBuiltIn(key.apiVersion())
        || switch (key.kind()) {
          case "Deployment", "StatefulSet", "ReplicaSet", "DaemonSet", "Job", "Pod" -> true;
          case "ReplicationController" -> true;
          case "PersistentVolumeClaim", "Service" -> true;
          case "CustomResourceDefinition", "APIService" -> true;
          default -> false;
        };
  }

  private Stream<Complaint> complaints(Revision revision) {
    var explained = new AtomicInteger();
    return revision.manifest().readable().stream()
        .flatMap(
            object ->
                apis
                    .locate(object.key(), revision.release().namespace())
                    .map(key -> complaint(revision, object, key, explained))
                    .orElseGet(() -> Optional.of(unserved(object.key())))
                    .stream());
  }

  /** The complaint is not final: the definition of the kind may be created again. */
  private static Complaint unserved(ObjectKey key) {
    return new Complaint(
        key, "%s %s is not served by this cluster".formatted(key.apiVersion(), key.kind()), false);
  }

  private Optional<Complaint> complaint(
      Revision revision, ManifestObject object, ObjectKey key, AtomicInteger explained) {
    boolean isWatched = descendants.watch(key);
    if (!isWatched && !isAwaited(key)) {
      return Optional.of(key).filter(detector::isMissed).map(Workloads::missing);
    }
    Optional<Descendant> found;
    try {
      found = isWatched ? descendants.find(key) : live.get(key).map(Descendant::of);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      // The account that made it may have more rights than the operator.
      return Optional.of(
          new Complaint(key, "its readiness is unknown: " + ApiFailures.words(e), false));
    }
    if (found.isEmpty()) {
      return absent(revision, object, key);
    }
    boolean isExplained =
        !found.get().readiness().isReady() && explained.getAndIncrement() < MOST_EXPLAINED;
    return complaint(key, causes.of(found.get(), isExplained));
  }

  private Optional<Complaint> absent(Revision revision, ManifestObject object, ObjectKey key) {
    var ending = detector.ending(revision, object, key);
    if (ending.isPresent()) {
      return ending
          .filter(Ending::isFailure)
          .map(end -> new Complaint(key, end.failure() + "; it was deleted since", true));
    }
    return detector.isExempt(revision, object) ? Optional.empty() : Optional.of(missing(key));
  }

  private static Complaint missing(ObjectKey key) {
    return new Complaint(key, "it is missing", false);
  }

  private static Optional<Complaint> complaint(ObjectKey key, Readiness readiness) {
    return readiness instanceof Readiness.Ready
        ? Optional.empty()
        : Optional.of(new Complaint(key, readiness.why(), readiness instanceof Readiness.Failed));
  }
}
