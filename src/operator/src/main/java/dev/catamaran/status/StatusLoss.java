package dev.catamaran.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A status that the API server did not store as it was sent. Pure.
 *
 * @param sent the operator's own part of the status
 * @param kept what the primary shows of it
 * @param why the cause, for people
 * @param isAll whether nothing of it was stored
 * @param paths schema paths of the fields that were ever lost
 * @param next when it is worth a try to send the same again
 * @param isUntold whether people do not know of it yet
 */
record StatusLoss(
    ObjectNode sent,
    ObjectNode kept,
    String why,
    boolean isAll,
    Set<String> paths,
    Instant next,
    boolean isUntold) {
  private static final Duration PAUSE = Duration.ofMinutes(10);

  static final String PRUNED =
      "the schema of its CustomResourceDefinition does not have them, or a webhook changes them. Add them to the schema; catamaran validate names them";

  static final String NO_SUBRESOURCE =
      "its CustomResourceDefinition has no status subresource. Add subresources: {status: {}}";

  /**
   * A refusal of a status because of its content.
   *
   * @param fields of the status that the refusal names
   * @param why the cause, for people
   */
  record Refused(Set<String> fields, String why) {}

  static Refused refused(KubernetesClientException refusal) {
    var status = Optional.ofNullable(refusal.getStatus());
    var fields =
        status.map(Status::getDetails).map(StatusDetails::getCauses).stream()
            .flatMap(causes -> causes.stream())
            .map(StatusCause::getField)
            .flatMap(Stream::ofNullable)
            .filter(path -> path.startsWith("status."))
            .map(path -> path.substring("status.".length()).split("[.\\[]", -1)[0])
            .collect(Collectors.toSet());
    return new Refused(
        fields, "the API server refuses them: " + status.map(Status::getMessage).orElse(""));
  }

  /**
   * Returns the loss of a part of {@code sent}.
   *
   * @param before the loss of an earlier status: people are told of one only
   */
  static StatusLoss of(
      ObjectNode sent,
      ObjectNode kept,
      String why,
      boolean isAll,
      Instant now,
      Optional<StatusLoss> before) {
    var paths = new TreeSet<>(OwnFields.lost(sent, kept));
    before.ifPresent(loss -> paths.addAll(loss.paths()));
    return new StatusLoss(
        sent,
        kept,
        why,
        isAll,
        paths,
        now.plus(PAUSE),
        !paths.isEmpty() && before.map(StatusLoss::isUntold).orElse(true));
  }

  StatusLoss told() {
    return new StatusLoss(sent, kept, why, isAll, paths, next, false);
  }

  /** Whether sending {@code wanted} would lose the same again. */
  boolean isStillOf(ObjectNode wanted, Instant now) {
    return now.isBefore(next) && OwnFields.areEqual(sent, wanted);
  }

  /** Whether the status is out of date, and names revisions nevertheless. */
  boolean misleads() {
    return isAll && !ReleaseStatus.read(kept, next, 0).trusted().isSilent();
  }

  String message() {
    return "the API server does not store %s: %s. Until then only this process knows what they say; the next one waits where it needs them"
        .formatted(String.join(", ", paths), why);
  }
}
