package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Conditions;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Believed;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The status of a chart-backed primary. Immutable.
 *
 * @param conditions see {@link Reasons}
 * @param observedGeneration the generation of the spec that all of it speaks of
 * @param deployed what is deployed, absent before the first install and after an uninstall
 * @param failures present while the newest input fails
 * @param answered the requests that were seen to
 * @param believed the stored revisions that it vouches for
 */
public record ReleaseStatus(
    Conditions conditions,
    long observedGeneration,
    Optional<Deployed> deployed,
    Optional<Backoff> failures,
    Answered answered,
    Believed believed) {
  private static final String HANDLED_RECONCILE_AT = "lastHandledReconcileAt";
  private static final String HISTORY = "history";
  private static final String ATTEMPT = "attempting";
  private static final String HANDLED_RESET_AT = "lastHandledResetAt";

  /**
   * The tokens of annotations that ask for something once.
   *
   * @param reconcileAt for a revision made anew; empty for none
   * @param resetAt for all retries to be there again; empty for none
   */
  public record Answered(String reconcileAt, String resetAt) {}

  /**
   * The deployed revision. Never its manifest: that would show Secrets to everybody who may read
   * the primary.
   *
   * @param namespace the release's; empty in a status of others, who have it beside the primary
   * @param name release name
   * @param revision counts from 1
   * @param chart name of the chart
   * @param version the chart's version
   * @param appVersion may be empty
   * @param inputDigest digest of chart, values and options
   * @param onTrial whether it has still to become ready, or to pass its tests
   */
  public record Deployed(
      String namespace,
      String name,
      int revision,
      String chart,
      String version,
      String appVersion,
      String inputDigest,
      boolean onTrial) {

    /** Which release it is. */
    public ReleaseKey release(String primarysNamespace) {
      return new ReleaseKey(namespace.isEmpty() ? primarysNamespace : namespace, name);
    }

    /** Whether {@code revision} came later in the same release. */
    public boolean isBefore(Revision revision) {
      return release(revision.release().namespace()).equals(revision.release())
          && this.revision < revision.number();
    }

    /** Whether a Go operator wrote it of that release: those name no revision. */
    public boolean isInherited(Revision revision) {
      return this.revision == 0 && isBefore(revision);
    }

    static Deployed of(Revision revision, boolean onTrial) {
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

  /** Reads a status as it was written by {@link #toJson}, or by one of the Go operators. */
  public static ReleaseStatus read(JsonNode status, Instant now, long generation) {
    return new ReleaseStatus(
        ConditionsJson.read(status.path("conditions"), now, generation),
        status.path("observedGeneration").asLong(0),
        readDeployed(status.path("deployedRelease")),
        readFailures(status.path("failures")),
        new Answered(
            status.path(HANDLED_RECONCILE_AT).asText(""), status.path(HANDLED_RESET_AT).asText("")),
        readBelieved(status));
  }

  /** This with other conditions. */
  public ReleaseStatus with(Conditions conditions) {
    return new ReleaseStatus(
        conditions, observedGeneration, deployed, failures, answered, believed);
  }

  /** This for the given generation. */
  public ReleaseStatus observing(long generation) {
    return new ReleaseStatus(conditions, generation, deployed, failures, answered, believed);
  }

  /** This with {@code revision} deployed, which has passed what it had to. */
  public ReleaseStatus deploying(Revision revision) {
    return with(Optional.of(Deployed.of(revision, false)));
  }

  /** This with {@code revision} deployed, which has still to pass something. */
  public ReleaseStatus trying(Revision revision) {
    return with(Optional.of(Deployed.of(revision, true)));
  }

  /** This with nothing deployed. */
  public ReleaseStatus deployingNothing() {
    return with(Optional.<Deployed>empty());
  }

  private ReleaseStatus with(Optional<Deployed> deployed) {
    return new ReleaseStatus(
        conditions, observedGeneration, deployed, failures, answered, believed);
  }

  /** This with these requests seen to. */
  public ReleaseStatus answering(Answered answered) {
    return new ReleaseStatus(
        conditions, observedGeneration, deployed, failures, answered, believed);
  }

  /** This with these failures. */
  public ReleaseStatus failing(Optional<Backoff> failures) {
    return new ReleaseStatus(
        conditions, observedGeneration, deployed, failures, answered, believed);
  }

  /** This, vouching for these. */
  public ReleaseStatus believing(Believed believed) {
    return new ReleaseStatus(
        conditions, observedGeneration, deployed, failures, answered, believed);
  }

  /** As it is written. */
  public ObjectNode toJson() {
    var json = JsonNodeFactory.instance.objectNode();
    json.set("conditions", ConditionsJson.write(conditions));
    json.put("observedGeneration", observedGeneration);
    deployed.ifPresent(found -> write(found, json.putObject("deployedRelease")));
    failures.ifPresent(found -> write(found, json.putObject("failures")));
    if (deployed.isPresent() || !believed.digests().isEmpty()) {
      var history = json.putArray(HISTORY);
      believed
          .digests()
          .forEach(
              (number, digest) ->
                  history.addObject().put("revision", number).put("digest", digest));
    }
    putUnlessEmpty(json, ATTEMPT, believed.attempt());
    putUnlessEmpty(json, HANDLED_RECONCILE_AT, answered.reconcileAt());
    putUnlessEmpty(json, HANDLED_RESET_AT, answered.resetAt());
    return json;
  }

  private static void write(Deployed deployed, ObjectNode json) {
    json.put("namespace", deployed.namespace())
        .put("name", deployed.name())
        .put("revision", deployed.revision())
        .put("chart", deployed.chart())
        .put("version", deployed.version())
        .put("appVersion", deployed.appVersion())
        .put("inputDigest", deployed.inputDigest());
    if (deployed.onTrial()) {
      json.put("onTrial", true);
    }
  }

  private static void write(Backoff failures, ObjectNode json) {
    json.put("inputDigest", failures.inputDigest())
        .put("count", failures.count())
        .put("lastAt", failures.lastAt().toString());
    if (failures.hindered() > 0) {
      json.put("hindered", failures.hindered());
    }
  }

  private static void putUnlessEmpty(ObjectNode json, String field, String text) {
    if (!text.isEmpty()) {
      json.put(field, text);
    }
  }

  /** One that reports no digests is of an older version; one that shows a manifest, of others. */
  private static Believed readBelieved(JsonNode status) {
    var digests = new TreeMap<Integer, String>();
    for (var revision : status.path(HISTORY)) {
      digests.put(revision.path("revision").asInt(0), revision.path("digest").asText(""));
    }
    var deployed = status.path("deployedRelease");
    var manifest = deployed.path("manifest");
    return new Believed(
        digests,
        status.path(ATTEMPT).asText(""),
        status.path(HISTORY).isArray() ? 0 : deployed.path("revision").asInt(0),
        manifest.isTextual() ? Manifest.digestOf(manifest.asText()) : "");
  }

  private static Optional<Deployed> readDeployed(JsonNode node) {
    return node.hasNonNull("name")
        ? Optional.of(
            new Deployed(
                node.path("namespace").asText(""),
                node.path("name").asText(),
                node.path("revision").asInt(0),
                node.path("chart").asText(""),
                node.path("version").asText(""),
                node.path("appVersion").asText(""),
                node.path("inputDigest").asText(""),
                node.path("onTrial").asBoolean(false)))
        : Optional.empty();
  }

  private static Optional<Backoff> readFailures(JsonNode node) {
    return ConditionsJson.time(node.path("lastAt").asText(""))
        .map(
            lastAt ->
                new Backoff(
                    node.path("inputDigest").asText(""),
                    Math.max(1, node.path("count").asInt(1)),
                    Math.max(0, node.path("hindered").asInt(0)),
                    lastAt));
  }
}
