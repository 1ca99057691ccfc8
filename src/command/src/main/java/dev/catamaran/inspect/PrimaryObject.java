package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A primary as the API server has it. */
public record PrimaryObject(PrimaryKind kind, JsonNode content) {
  private static final String UNREPORTED = "no operator has reported on it";

  public static PrimaryObject of(PrimaryKind kind, HasMetadata object) {
    return new PrimaryObject(kind, Limits.mapper().valueToTree(object));
  }

  private JsonNode metadata() {
    return content.path("metadata");
  }

  private ObjectMeta meta() {
    return Limits.mapper().convertValue(metadata(), ObjectMeta.class);
  }

  public PrimaryIdentity identity() {
    return new PrimaryIdentity(
        kind.apiVersion(), kind.kind(), namespace(), name(), metadata().path("uid").asText(""));
  }

  public String namespace() {
    return metadata().path("namespace").asText("");
  }

  public String name() {
    return metadata().path("name").asText("");
  }

  public String created() {
    return metadata().path("creationTimestamp").asText("");
  }

  public long generation() {
    return metadata().path("generation").asLong(0);
  }

  public boolean isBeingDeleted() {
    return metadata().hasNonNull("deletionTimestamp");
  }

  public List<String> finalizers() {
    return metadata().path("finalizers").valueStream().map(JsonNode::asText).toList();
  }

  /** Returns who keeps it although the operator has let it go, in words that follow its name. */
  public Optional<String> keepers() {
    return isOfChart() && isBeingDeleted() && !finalizers().contains(Finalizers.OURS)
        ? Optional.of(
            " is being deleted, and not by the operator any more: these finalizers keep it: "
                + String.join(", ", finalizers()))
        : Optional.empty();
  }

  public Optional<String> annotation(String name) {
    var value = metadata().path("annotations").path(name);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  public PrimaryAnnotations requests() {
    return PrimaryAnnotations.of(meta()).without(kind.denied());
  }

  public List<Condition> conditions() {
    return Condition.of(content);
  }

  /** Whether a person paused it, and the operator does not ignore that. */
  public boolean isPaused() {
    return requests().isPaused() && !isIgnored(PrimaryAnnotations.PAUSE);
  }

  /** Whether the operator says that an annotation has no effect. */
  public boolean isIgnored(String annotation) {
    return trueCondition(Reasons.ANNOTATIONS_IGNORED)
        .filter(ignored -> ignored.message().contains(annotation))
        .isPresent();
  }

  public Optional<Condition> trueCondition(String type) {
    return Condition.find(type, conditions()).filter(Condition::isTrue);
  }

  public boolean isTrue(String type) {
    return trueCondition(type).isPresent();
  }

  /** Whether it is ready by a status of its newest spec. */
  public boolean isReady() {
    return isTrue(Reasons.READY) && !isBehind();
  }

  /** Returns why its release has failed, by its status. A paused release is not tried. */
  public Optional<String> failure() {
    return isTrue(Reasons.PAUSED)
        ? Optional.empty()
        : Stream.of(Reasons.RELEASE_FAILED, Reasons.IRRECONCILABLE)
            .flatMap(type -> trueCondition(type).stream())
            .map(failed -> failed.sentence(conditions()))
            .findFirst();
  }

  /** Returns why its release does not get the new chart at present; empty if it does. */
  public Optional<String> rolloutPending() {
    return trueCondition(Reasons.ROLLOUT_PENDING).map(Condition::message);
  }

  /** Returns why no operator looks at it; empty without an entry in watches.yaml. */
  public Optional<String> unwatched() {
    var labels = Optional.ofNullable(meta().getLabels()).orElse(Map.of());
    return kind.watch()
        .map(watch -> watch.options().selector())
        .filter(selector -> !selector.matches(labels))
        .map(
            selector ->
                "its labels are not those that watches.yaml selects for its kind: "
                    + selector.toSelectorString());
  }

  /** A release may be at what its spec asks for, and still not follow the next one. */
  public Optional<String> stay() {
    var revision = requests().rollbackTo();
    return revision.isEmpty()
            || isIgnored(PrimaryAnnotations.ROLLBACK_TO)
            || isTrue(Reasons.SPEC_NOT_FOLLOWED)
            || isTrue(Reasons.STALLED)
            || isBehind()
        ? Optional.empty()
        : Optional.of(
            "it is to stay at revision %d, whatever its spec says, until catamaran rollback --undo"
                .formatted(revision.getAsInt()));
  }

  /** Returns why its status does not tell how it will be; empty if it does. */
  public Optional<String> outlook() {
    if (unwatched().isPresent()) {
      return unwatched().map(why -> isBeingDeleted() ? why + "; it is being deleted" : why);
    }
    if (isBeingDeleted()) {
      return Optional.of(
          keepers()
              .map("it"::concat)
              .orElseGet(() -> isPaused() ? "its deletion waits, since it is paused" : deletion()));
    }
    long observed = observed();
    if (!isBehind()) {
      return content.path("status").isEmpty() ? Optional.of(UNREPORTED) : Optional.empty();
    }
    if (observed >= generation()) {
      return Optional.of(
          isAttempted()
              ? "the operator has begun with the newest request in its annotations"
              : "the operator has not seen the newest request in its annotations");
    }
    if (observed <= 0) {
      return Optional.of(
          isAttempted() ? "the operator has begun to make its first revision" : UNREPORTED);
    }
    return Optional.of(
        "the operator %s its newest spec, generation %d; this is of generation %d"
            .formatted(isAttempted() ? "has begun with" : "has not seen", generation(), observed));
  }

  /** Whether the operator deletes its release, or will when it sees the deletion. */
  public boolean isBeingRemoved() {
    return isOfChart()
        && isBeingDeleted()
        && finalizers().contains(Finalizers.OURS)
        && unwatched().isEmpty()
        && !isPaused();
  }

  /** Returns why its deletion has failed. A status from before it says nothing of it. */
  public Optional<String> deletionFailure() {
    return isBeingDeleted() && observed() >= generation() ? failure() : Optional.empty();
  }

  private String deletion() {
    if (isOfChart() && observed() < generation()) {
      return "it is being deleted, and the operator has not reported on that";
    }
    return failure()
        .or(
            () ->
                Condition.find(Reasons.READY, conditions())
                    .filter(ready -> ready.reason().equals(Reasons.UNINSTALLING))
                    .map(Condition::message))
        .map("it is being deleted; "::concat)
        .orElse("it is being deleted");
  }

  /** Whether its status is of an earlier spec, or from before the newest request. */
  public boolean isBehind() {
    boolean isOlder = observed() < generation();
    return isOfChart() ? isOlder || isUnanswered() : isOlder && observed() >= 0;
  }

  /**
   * A paused release answers nothing but the pause. The token of a reset, which each command
   * writes, is answered by an attempt that fails, too; that of a reconcile only by a revision.
   */
  private boolean isUnanswered() {
    return isPaused()
        ? !isTrue(Reasons.PAUSED)
        : isTrue(Reasons.PAUSED)
            || !isAnswered(PrimaryAnnotations.RESET_AT, status().answered().resetAt());
  }

  /** A typed kind may report the generation in its condition alone, or never. */
  public long observed() {
    var status = content.path("status");
    if (status.has("observedGeneration")) {
      return status.path("observedGeneration").asLong();
    }
    for (var condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(Reasons.READY)) {
        return condition.path("observedGeneration").asLong(generation());
      }
    }
    return -1;
  }

  /** Whether the operator has seen to the token of an annotation, if it has one with an effect. */
  public boolean isAnswered(String annotation, String answered) {
    return annotation(annotation)
        .map(String::strip)
        .filter(token -> !token.isEmpty())
        .filter(token -> !kind.denied().deny(annotation))
        .filter(token -> !isIgnored(annotation))
        .orElse(answered)
        .equals(answered);
  }

  /** Whether the operator has announced a revision, which it makes now or did when it ended. */
  boolean isAttempted() {
    return content.path("status").has("attempting");
  }

  public ReleaseStatus status() {
    return ReleaseStatus.read(content.path("status"), Instant.EPOCH, generation());
  }

  public Optional<Deployed> deployed() {
    return status().deployed();
  }

  /** Whether a chart makes its objects, by watches.yaml or else by its own marks. */
  public boolean isOfChart() {
    return kind.watch().isPresent()
        ? kind.chart().isPresent()
        : deployed().isPresent()
            || finalizers().contains(Finalizers.OURS)
            || Condition.find(Reasons.DEPLOYED, conditions())
                .filter(one -> one.reason().equals(Reasons.UNINSTALL_SUCCESSFUL))
                .isPresent();
  }

  public String title() {
    return kind.qualified() + "/" + name();
  }
}
