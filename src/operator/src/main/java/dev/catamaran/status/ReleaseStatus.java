package dev.catamaran.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Conditions;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Trusted;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The status of a chart-backed primary. Immutable.
 *
 * @param conditions see {@link Reasons}
 * @param observedGeneration generation of the spec that the status describes
 * @param deployed deployed revision, absent before the first install and after an uninstall
 * @param failures present while the newest input fails
 * @param answered the handled requests
 * @param trusted the stored revisions that the status confirms as the operator's own
 */
public record ReleaseStatus(
    Conditions conditions,
    long observedGeneration,
    Optional<Deployed> deployed,
    Optional<Backoff> failures,
    Answered answered,
    Trusted trusted) {
  /** How long objects usually need to start. */
  private static final Duration START = Duration.ofSeconds(2);

  private static final String DEPLOYED = "deployedRelease";
  private static final String FAILURES = "failures";
  private static final String HANDLED_RECONCILE_AT = "lastHandledReconcileAt";
  private static final String HISTORY = "history";
  private static final String ATTEMPT = "attempting";
  private static final String HANDLED_RESET_AT = "lastHandledResetAt";

  /**
   * Tokens of the annotations that request something once.
   *
   * @param reconcileAt requests a new revision; empty for none
   * @param resetAt requests a reset of all retries; empty for none
   */
  public record Answered(String reconcileAt, String resetAt) {
    /**
     * Returns the requests that are answered after an outcome.
     *
     * @param newRevision the present token that requests a revision; empty for none
     * @param reset the present token that requests a reset; empty for none
     */
    public Answered after(ReleaseOutcome outcome, String newRevision, String reset) {
      return new Answered(
          newRevision.isEmpty() || isPutOff(outcome) ? reconcileAt : newRevision,
          reset.isEmpty() || isContinued(outcome) ? resetAt : reset);
    }

    /** Whether the next pass, without a new event, comes to what the primary wants. */
    private static boolean isContinued(ReleaseOutcome outcome) {
      return outcome instanceof ReleaseOutcome.TakenOver
          || outcome instanceof ReleaseOutcome.Unlocked
          || outcome instanceof ReleaseOutcome.Completed
          || outcome instanceof ReleaseOutcome.CurrentRepaired;
    }

    private static boolean isPutOff(ReleaseOutcome outcome) {
      return (isContinued(outcome) && !(outcome instanceof ReleaseOutcome.CurrentRepaired))
          || outcome instanceof ReleaseOutcome.Waiting
          || outcome instanceof ReleaseOutcome.Interrupted
          || outcome instanceof ReleaseOutcome.Blocked
          || (outcome instanceof ReleaseOutcome.Refused(var reason, var ignored)
              && !reason.equals(Reasons.INVALID_OBJECT))
          || outcome instanceof ReleaseOutcome.Paused
          // If it stored a revision nevertheless, that revision answers the request.
          || outcome instanceof ReleaseOutcome.Hindered;
    }
  }

  /**
   * The deployed revision, without its manifest: a manifest would show Secrets to every reader of
   * the primary.
   *
   * @param namespace the release's namespace; empty in a Go operator's status, as it is the
   *     primary's
   * @param name release name
   * @param revision counts from 1
   * @param chart name of the chart
   * @param version the chart's version
   * @param appVersion may be empty
   * @param inputDigest digest of chart, values and options
   * @param onTrial whether the revision still has to become ready or to pass its tests
   */
  public record Deployed(
      String namespace,
      String name,
      int revision,
      String chart,
      String version,
      String appVersion,
      String inputDigest,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean onTrial) {

    public ReleaseKey release(String primarysNamespace) {
      return new ReleaseKey(namespace.isEmpty() ? primarysNamespace : namespace, name);
    }

    public boolean names(Revision revision) {
      return isOfReleaseOf(revision) && this.revision == revision.number();
    }

    /** Whether {@code revision} is a later revision of the same release. */
    public boolean isBefore(Revision revision) {
      return isOfReleaseOf(revision) && this.revision < revision.number();
    }

    private boolean isOfReleaseOf(Revision revision) {
      return release(revision.release().namespace()).equals(revision.release());
    }

    /**
     * Whether a Go operator reported the release of {@code revision}: Go operators report no
     * revision number.
     */
    public boolean isInherited(Revision revision) {
      return this.revision == 0 && isBefore(revision);
    }

    /** Returns the report of {@code revision}. */
    public static Deployed of(Revision revision, boolean onTrial) {
      return new Deployed(
          revision.release().namespace(),
          revision.release().name(),
          revision.number(),
          revision.chart().name(),
          revision.chart().version(),
          revision.chart().appVersion(),
          revision.origin().map(Revision.Origin::inputDigest).orElse(""),
          onTrial);
    }
  }

  /** Reads the status of a primary as it is in memory. */
  public static ReleaseStatus of(GenericKubernetesResource primary, Instant now) {
    var status = primary.getAdditionalProperties().getOrDefault("status", Map.of());
    return read(ConditionsJson.JSON.<JsonNode>valueToTree(status), now, 0);
  }

  /** Reads a status that {@link #toJson} or one of the Go operators wrote. */
  public static ReleaseStatus read(JsonNode status, Instant now, long generation) {
    return new ReleaseStatus(
        ConditionsJson.read(status.path("conditions"), now, generation),
        status.path("observedGeneration").asLong(0),
        read(status.path(DEPLOYED), "name", Deployed.class),
        read(status.path(FAILURES), "lastAt", Backoff.class),
        new Answered(
            status.path(HANDLED_RECONCILE_AT).asText(""), status.path(HANDLED_RESET_AT).asText("")),
        readTrusted(status));
  }

  /** Returns this status with other conditions. */
  public ReleaseStatus with(Conditions conditions) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures, answered, trusted);
  }

  /** Returns this status with a condition that is true. */
  public ReleaseStatus withTrue(String type, String reason, String message) {
    return with(conditions.withTrue(type, reason, message));
  }

  /** Returns this status with a condition that is false. */
  public ReleaseStatus withFalse(String type, String reason, String message) {
    return with(conditions.withFalse(type, reason, message));
  }

  /** Returns this status without these conditions. */
  public ReleaseStatus without(String... types) {
    var fewer = conditions;
    for (var type : types) {
      fewer = fewer.without(type);
    }
    return with(fewer);
  }

  /** Returns this status for the given generation. */
  public ReleaseStatus observing(long generation) {
    return new ReleaseStatus(conditions, generation, deployed, failures, answered, trusted);
  }

  /** Returns this status with {@code revision} deployed, and no longer on trial. */
  public ReleaseStatus deploying(Revision revision) {
    return with(Optional.of(Deployed.of(revision, false)));
  }

  /** Returns this status with {@code revision} deployed on trial. */
  public ReleaseStatus trying(Revision revision) {
    return with(Optional.of(Deployed.of(revision, true)));
  }

  /** Returns this status without a deployed revision. */
  public ReleaseStatus deployingNothing() {
    return with(Optional.<Deployed>empty());
  }

  private ReleaseStatus with(Optional<Deployed> deployed) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures, answered, trusted);
  }

  /** Returns this status with these handled requests. */
  public ReleaseStatus answering(Answered answered) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures, answered, trusted);
  }

  /** Returns this status with these failures. */
  public ReleaseStatus failing(Optional<Backoff> failures) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures, answered, trusted);
  }

  /** Returns this status with these confirmed revisions. */
  public ReleaseStatus trusting(Trusted trusted) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures, answered, trusted);
  }

  /**
   * Returns this status with what {@code last} reported and this one lacks: another client dropped
   * it. Failures and conditions are not among it.
   */
  public ReleaseStatus recalling(ReleaseStatus last) {
    return new ReleaseStatus(
        conditions,
        observedGeneration,
        deployed.or(last::deployed),
        failures,
        new Answered(
            either(answered.reconcileAt(), last.answered.reconcileAt()),
            either(answered.resetAt(), last.answered.resetAt())),
        trusted.isSilent() ? last.trusted : trusted);
  }

  private static String either(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  /** Whether a condition has that reason, be it true or false. */
  public boolean says(String type, String reason) {
    return conditions.find(type).filter(found -> found.getReason().equals(reason)).isPresent();
  }

  /** Returns since when it is not ready; empty if it is, or nothing says so. */
  public Optional<Instant> unreadySince() {
    return conditions
        .find(Reasons.READY)
        .filter(ready -> ready.getStatus().equals("False"))
        .flatMap(ready -> ConditionsJson.time(ready.getLastTransitionTime()));
  }

  /**
   * Returns how long the report of this status may wait. If objects have just begun to start, each
   * of their steps changes the words about them, and soon only the last words count.
   *
   * @param before the reported status
   * @return zero if this status differs in more than words or in nothing, or if its words will not
   *     change soon
   */
  public Duration mayWait(ReleaseStatus before, Instant now) {
    return unreadySince()
        .filter(
            ignored ->
                !conditions.find(Reasons.READY).equals(before.conditions.find(Reasons.READY)))
        .map(since -> Duration.between(now, since.plus(START)))
        .filter(Duration::isPositive)
        .filter(wait -> OwnFields.areEqual(wordless(), before.wordless()))
        .orElse(Duration.ZERO);
  }

  private JsonNode wordless() {
    return with(conditions.worded(message -> "")).toJson();
  }

  /** Returns the status as JSON. */
  public ObjectNode toJson() {
    var json = ConditionsJson.JSON.createObjectNode();
    json.set("conditions", ConditionsJson.write(conditions));
    json.put("observedGeneration", observedGeneration);
    json.put("state", ReportedState.of(this, /* deleted= */ false).word());
    deployed.ifPresent(found -> json.set(DEPLOYED, ConditionsJson.JSON.valueToTree(found)));
    failures.ifPresent(found -> json.set(FAILURES, ConditionsJson.JSON.valueToTree(found)));
    if (deployed.isPresent() || !trusted.digests().isEmpty()) {
      var history = json.putArray(HISTORY);
      trusted
          .digests()
          .forEach(
              (number, digest) ->
                  history.addObject().put("revision", number).put("digest", digest));
    }
    putUnlessEmpty(json, ATTEMPT, trusted.attempt());
    putUnlessEmpty(json, HANDLED_RECONCILE_AT, answered.reconcileAt());
    putUnlessEmpty(json, HANDLED_RESET_AT, answered.resetAt());
    return json;
  }

  private static void putUnlessEmpty(ObjectNode json, String field, String text) {
    if (!text.isEmpty()) {
      json.put(field, text);
    }
  }

  /**
   * A status without digests is from an older version; a status with a manifest is from a Go
   * operator.
   */
  private static Trusted readTrusted(JsonNode status) {
    var digests = new TreeMap<Integer, String>();
    for (var revision : status.path(HISTORY)) {
      // A schema may have dropped a field.
      if (revision.hasNonNull("revision") && revision.hasNonNull("digest")) {
        digests.put(revision.path("revision").asInt(0), revision.path("digest").asText());
      }
    }
    var deployed = status.path(DEPLOYED);
    var manifest = deployed.path("manifest");
    return new Trusted(
        digests,
        status.path(ATTEMPT).asText(""),
        status.path(HISTORY).isArray() ? 0 : deployed.path("revision").asInt(0),
        manifest.isTextual() ? Manifest.digestOf(manifest.asText()) : "");
  }

  private static <T> Optional<T> read(JsonNode node, String required, Class<T> type) {
    return node.hasNonNull(required) ? ConditionsJson.as(node, type) : Optional.empty();
  }
}
