package dev.catamaran.watch;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Field names of an entry. */
final class FieldNames {

  static final List<String> COMMON =
      List.of(
          "group",
          "version",
          "kind",
          "chart",
          "reconciler",
          "reconcilePeriod",
          "maxConcurrentReconciles",
          "selector",
          RetryReader.RETRY,
          RetryReader.RATE_LIMIT,
          "webhooks");

  static final List<String> OF_CHARTS =
      List.of(
          ChartReader.REPOSITORY,
          ChartReader.VERSION,
          ChartReader.VERSIONS,
          ChartReader.PULL,
          "overrideValues",
          "overrideTyping",
          "valuesFrom",
          "watchDependentResources",
          "maxHistory",
          "timeout",
          "wait",
          "test",
          "remediation",
          "crds",
          "drift",
          RolloutPolicy.FIELD,
          "releaseName",
          "targetNamespace",
          "serviceAccountName",
          PlacementReader.PLACES,
          PlacementReader.MANIFEST_VALUES,
          Permission.SERVICE_ACCOUNT_OVERRIDE.option(),
          Permission.ADOPTION.option(),
          Permission.VALUES_FROM_SECRETS.option(),
          Permission.OTHER_NAMESPACES.option(),
          Permission.OPERATOR_NAMESPACE.option(),
          Permission.OWN_RIGHTS.option(),
          Permission.ACCOUNT_IN_PODS.option(),
          Permission.UNREPORTED_REVISIONS.option(),
          DeniedAnnotations.FIELD,
          "extensions",
          "dryRunOption");

  /**
   * Minimum length of a long name. A typo is up to two wrong letters in a long name, or one in a
   * short name.
   */
  private static final int LONG_NAME = 6;

  private FieldNames() {}

  static boolean isKnown(String name) {
    return COMMON.contains(name) || OF_CHARTS.contains(name);
  }

  static Optional<String> meantBy(String unknown) {
    return Stream.concat(COMMON.stream(), OF_CHARTS.stream())
        .filter(name -> distance(unknown, name) <= (name.length() < LONG_NAME ? 1 : 2))
        .min(Comparator.comparingInt(name -> distance(unknown, name)));
  }

  /** Returns the Levenshtein distance, ignoring case. */
  private static int distance(String left, String right) {
    return LevenshteinDistance.getDefaultInstance()
        .apply(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
  }
}
