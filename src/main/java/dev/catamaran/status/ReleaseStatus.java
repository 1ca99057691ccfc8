package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import java.time.Instant;
import java.util.Optional;

/**
 * The status of a chart-backed primary. Immutable.
 *
 * @param conditions see {@link Reasons}
 * @param observedGeneration the generation of the spec that all of it speaks of
 * @param deployed what is deployed, absent before the first install and after an uninstall
 * @param failures present while the newest input fails
 */
public record ReleaseStatus(
    Conditions conditions,
    long observedGeneration,
    Optional<Deployed> deployed,
    Optional<Backoff> failures) {

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
   */
  public record Deployed(
      String namespace,
      String name,
      int revision,
      String chart,
      String version,
      String appVersion,
      String inputDigest) {

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

    /** What a status says of a revision. */
    public static Deployed of(Revision revision) {
      return new Deployed(
          revision.release().namespace(),
          revision.release().name(),
          revision.number(),
          revision.chart().name(),
          revision.chart().version(),
          revision.chart().appVersion(),
          revision.origin().map(Revision.Origin::inputDigest).orElse(""));
    }
  }

  /** Reads a status as it was written by {@link #toJson}, or by one of the Go operators. */
  public static ReleaseStatus read(JsonNode status, Instant now, long generation) {
    return new ReleaseStatus(
        Conditions.read(status.path("conditions"), now, generation),
        status.path("observedGeneration").asLong(0),
        readDeployed(status.path("deployedRelease")),
        readFailures(status.path("failures")));
  }

  /** This with other conditions. */
  public ReleaseStatus with(Conditions conditions) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures);
  }

  /** This for the given generation. */
  public ReleaseStatus observing(long generation) {
    return new ReleaseStatus(conditions, generation, deployed, failures);
  }

  /** This with {@code revision} deployed. */
  public ReleaseStatus deploying(Revision revision) {
    return new ReleaseStatus(
        conditions, observedGeneration, Optional.of(Deployed.of(revision)), failures);
  }

  /** This with nothing deployed. */
  public ReleaseStatus deployingNothing() {
    return new ReleaseStatus(conditions, observedGeneration, Optional.empty(), failures);
  }

  /** This with these failures. */
  public ReleaseStatus failing(Optional<Backoff> failures) {
    return new ReleaseStatus(conditions, observedGeneration, deployed, failures);
  }

  /** As it is written. */
  public ObjectNode toJson() {
    var json = JsonNodeFactory.instance.objectNode();
    json.set("conditions", conditions.toJson());
    json.put("observedGeneration", observedGeneration);
    deployed.ifPresent(
        d ->
            json.putObject("deployedRelease")
                .put("namespace", d.namespace())
                .put("name", d.name())
                .put("revision", d.revision())
                .put("chart", d.chart())
                .put("version", d.version())
                .put("appVersion", d.appVersion())
                .put("inputDigest", d.inputDigest()));
    failures.ifPresent(
        f ->
            json.putObject("failures")
                .put("inputDigest", f.inputDigest())
                .put("count", f.count())
                .put("lastAt", f.lastAt().toString()));
    return json;
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
                node.path("inputDigest").asText("")))
        : Optional.empty();
  }

  private static Optional<Backoff> readFailures(JsonNode node) {
    return Conditions.time(node.path("lastAt").asText(""))
        .map(
            lastAt ->
                new Backoff(
                    node.path("inputDigest").asText(""),
                    Math.max(1, node.path("count").asInt(1)),
                    lastAt));
  }
}
