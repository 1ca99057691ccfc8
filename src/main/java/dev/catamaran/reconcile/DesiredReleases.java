package dev.catamaran.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ExactIntegers;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.UnrepresentableNumberException;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.Values;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.DesiredRelease;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/** First step of a pass: from the spec to what is to be deployed. Nothing is rendered. */
final class DesiredReleases {
  private final Chart chart;
  private final List<ValueOverride> overrides;
  private final Duration timeout;
  private final ApiResources apis;

  DesiredReleases(Chart chart, List<ValueOverride> overrides, Duration timeout, ApiResources apis) {
    this.chart = chart;
    this.overrides = overrides;
    this.timeout = timeout;
    this.apis = apis;
  }

  /**
   * What {@code primary} asks for.
   *
   * @throws InvalidPrimaryException if its spec cannot be a chart's values
   */
  DesiredRelease from(OfKind primary) throws InvalidPrimaryException {
    var identity = Primaries.identity(primary);
    var values = values(Primaries.spec(primary));
    return new DesiredRelease(
        ReleaseNames.of(identity),
        identity,
        chart,
        values,
        exactIntegers(values),
        digest(values),
        timeout);
  }

  private Values values(JsonNode spec) throws InvalidPrimaryException {
    if (!spec.isObject() && !spec.isNull() && !spec.isMissingNode()) {
      throw new InvalidPrimaryException(
          "spec must be an object: its fields are the chart's values");
    }
    try {
      return Values.of(spec).with(overrides);
    } catch (InvalidOverrideException e) {
      throw new InvalidPrimaryException("overrideValues: " + e.getMessage());
    }
  }

  private static SortedMap<String, Long> exactIntegers(Values values)
      throws InvalidPrimaryException {
    try {
      return ExactIntegers.of(values);
    } catch (UnrepresentableNumberException e) {
      throw new InvalidPrimaryException("spec." + e.getMessage());
    }
  }

  /** Chart, values, and the cluster's answers to what the chart asks of it. */
  private String digest(Values values) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(chart.digest().getBytes(StandardCharsets.UTF_8));
      digest.update(values.digest().getBytes(StandardCharsets.UTF_8));
      for (var api : chart.askedApis()) {
        digest.update((api + "=" + apis.has(api) + "\n").getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
