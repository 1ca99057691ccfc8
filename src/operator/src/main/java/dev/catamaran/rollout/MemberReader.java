package dev.catamaran.rollout;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.rollout.Member.Trouble;
import dev.catamaran.status.ByVersion;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.status.ReportedCondition;
import dev.catamaran.status.Sentences;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.RolloutPolicy.Wave;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a rollout must know of a primary, from memory.
 *
 * @param denied annotations that have no effect
 * @param statuses of the primaries of the kind
 * @param now the time for what a status does not tell
 * @param otherwise how the change of the primary with a uid differs from the approved plan
 */
record MemberReader(
    RolloutPolicy policy,
    DeniedAnnotations denied,
    ByVersion<ReleaseStatus> statuses,
    ReleaseStore store,
    Instant now,
    Function<String, Optional<String>> otherwise) {

  /** Returns namespace and name; the name of a cluster-scoped primary. */
  static String name(OfKind primary) {
    var meta = primary.getMetadata();
    return meta.getNamespace() == null
        ? meta.getName()
        : meta.getNamespace() + "/" + meta.getName();
  }

  /** Returns the place of the release, as the status reports it; a guess if it reports none. */
  ReleaseKey release(Primary primary) {
    var identity = primary.identity();
    return status(primary.object())
        .deployed()
        .map(deployed -> deployed.release(identity.namespace()))
        .orElseGet(() -> new ReleaseKey(identity.namespace(), identity.name()));
  }

  Member read(OfKind object) {
    var primary = Primary.of(object, denied);
    var status = status(object);
    var deployed = status.deployed();
    var newest = newest(primary, deployed);
    return new Member(
        name(object),
        policy.orderBy().map(key -> labels(object).getOrDefault(key, "")).orElse(""),
        labelled(object),
        created(object),
        object.getMetadata().getDeletionTimestamp() != null
            || primary.annotations().isPaused()
            || primary.annotations().rollbackTo().isPresent()
            || primary.annotations().holdsEdition(),
        deployed.map(Deployed::inputDigest).map(ReleaseInput::editionIn).orElse(""),
        newest.map(Revision::edition).orElse(""),
        newest.map(Revision::storedAt).orElse(Instant.EPOCH),
        ReportedCondition.isTrue(Reasons.READY, object)
            && !deployed.map(Deployed::onTrial).orElse(true),
        readySince(status),
        trouble(status),
        otherwise.apply(primary.identity().uid()).orElse(""));
  }

  private ReleaseStatus status(OfKind primary) {
    return statuses.of(primary, () -> ReleaseStatus.of(primary, now));
  }

  /** An API server that is away is nobody's trouble: it is waited for. */
  private static Trouble trouble(ReleaseStatus status) {
    var unready =
        status
            .conditions()
            .find(Reasons.READY)
            .filter(ready -> "False".equals(ready.getStatus()))
            .filter(ready -> !Reasons.UNREACHABLE.equals(ready.getReason()));
    var why = unready.map(Condition::getMessage).map(Sentences::withoutAttempt).orElse("");
    var failures = unready.flatMap(ready -> status.failures());
    return new Trouble(
        failures
            .map(Backoff::inputDigest)
            .or(
                () ->
                    status
                        .deployed()
                        .filter(ignored -> ReadinessGate.isHindered(List.of(why)))
                        .map(Deployed::inputDigest))
            .map(ReleaseInput::editionIn)
            .orElse(""),
        failures.map(Backoff::toBlame).orElse(0) == 0,
        status.conditions().isTrue(Reasons.STALLED),
        status
            .conditions()
            .find(Reasons.RELEASE_FAILED)
            .or(() -> unready)
            .map(Condition::getReason)
            .orElse(""),
        why);
  }

  private Optional<Revision> newest(Primary primary, Optional<Deployed> deployed) {
    return deployed
        .map(found -> found.release(primary.identity().namespace()))
        .flatMap(release -> store.known(release).latest());
  }

  private OptionalInt labelled(OfKind primary) {
    return IntStream.range(0, policy.waves().size())
        .filter(
            index ->
                policy.waves().get(index) instanceof Wave.Labelled(var key, var value)
                    && value.equals(labels(primary).get(key)))
        .findFirst();
  }

  private Instant created(OfKind primary) {
    return time(primary.getMetadata().getCreationTimestamp());
  }

  private Instant readySince(ReleaseStatus status) {
    return status
        .conditions()
        .find(Reasons.READY)
        .map(ready -> time(ready.getLastTransitionTime()))
        .orElse(now);
  }

  private Instant time(@Nullable String text) {
    return text == null ? now : Instant.parse(text);
  }

  private static Map<String, String> labels(OfKind primary) {
    return Optional.ofNullable(primary.getMetadata().getLabels()).orElse(Map.of());
  }
}
