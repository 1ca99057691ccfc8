package dev.catamaran.cluster;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.manifest.ScaleTargets;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Readiness of the objects of revisions. Reads unwatched objects from the API server at each call.
 */
final class Workloads {
  private static final String REPLICAS = "/spec/replicas";

  private final LiveObjects live;
  private final Descendants descendants;
  private final ApiResources apis;

  Workloads(LiveObjects live, Descendants descendants, ApiResources apis) {
    this.live = live;
    this.descendants = descendants;
    this.apis = apis;
  }

  /**
   * Returns the objects of {@code revision} that are not ready yet, as text for the user; empty if
   * all are ready.
   */
  List<String> notReady(Revision revision) {
    return complaints(revision).map(Complaint::toString).toList();
  }

  /** Returns those of them that will not become ready by themselves; empty for none. */
  List<String> failed(Revision revision) {
    return complaints(revision)
        .filter(complaint -> complaint.isFinal)
        .map(Complaint::toString)
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
                    .filter(live -> live.isAutoscaled() || targets.contains(object))
                    .flatMap(live -> scale(object, live))
                    .stream())
        .toList();
  }

  private static Optional<Scale> scale(ManifestObject object, Descendant live) {
    var present = live.content().at(REPLICAS);
    return object.content().at(REPLICAS).isInt() && present.isInt()
        ? Optional.of(
            new Scale(
                live.key().kind(), live.key().namespace(), live.key().name(), present.asInt()))
        : Optional.empty();
  }

  private record Complaint(ObjectKey key, String message, boolean isFinal) {
    @Override
    public String toString() {
      return key + ": " + message;
    }
  }

  private Stream<Complaint> complaints(Revision revision) {
    return revision.manifest().readable().stream()
        .flatMap(
            object ->
                apis
                    .locate(object.key(), revision.release().namespace())
                    .map(key -> readiness(key).flatMap(found -> complaint(key, found)))
                    .orElseGet(() -> Optional.of(unserved(object.key())))
                    .stream());
  }

  /** The complaint is not final: the definition of the kind may be created again. */
  private static Complaint unserved(ObjectKey key) {
    return new Complaint(
        key, "%s %s is not served by this cluster".formatted(key.apiVersion(), key.kind()), false);
  }

  private static Optional<Complaint> complaint(ObjectKey key, Readiness readiness) {
    return switch (readiness) {
      case Readiness.Ready ignored -> Optional.empty();
      case Readiness.Progressing(var message) -> Optional.of(new Complaint(key, message, false));
      case Readiness.Failed(var message) -> Optional.of(new Complaint(key, message, true));
    };
  }

  private Optional<Readiness> readiness(ObjectKey key) {
    return Readiness.isAwaited(key) && !descendants.watch(key)
        ? live.get(key).map(Descendant::of).map(Descendant::readiness)
        : descendants.find(key).map(Descendant::readiness);
  }
}
