package dev.catamaran.desired;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.ValuesCheck;
import dev.catamaran.status.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks values against the values.schema.json of a chart before a revision is made. Asks again
 * only when chart or values changed: a pass at rest calls nobody.
 */
final class SchemaCheck {
  /** Limit, since the message of a condition may have 32768 characters. */
  private static final int MOST_LISTED = 50;

  private final ValuesCheck schemas;

  /** Digests of charts without a schema. */
  private final Set<String> without = ConcurrentHashMap.newKeySet();

  /** The last answer for each primary, by its uid. */
  private final Map<String, Answer> known = new ConcurrentHashMap<>();

  private record Answer(String input, List<String> violations) {}

  SchemaCheck(ValuesCheck schemas) {
    this.schemas = schemas;
  }

  /**
   * Checks {@code values}.
   *
   * @param uid of the primary
   * @throws InvalidPrimaryException that names each violation by its path and rule
   */
  void check(String uid, ReleaseKey release, Chart chart, Values values, SecretTexts secrets)
      throws InvalidPrimaryException {
    if (without.contains(chart.digest())) {
      return;
    }
    var input = chart.digest() + values.digest();
    var answer = known.get(uid);
    if (answer == null || !answer.input().equals(input)) {
      var violations = schemas.violations(release, chart, values, secrets);
      if (violations.isEmpty()) {
        without.add(chart.digest());
        return;
      }
      answer = new Answer(input, violations.get());
      known.put(uid, answer);
    }
    refuse(chart, answer.violations());
  }

  void forget(String uid) {
    known.remove(uid);
  }

  private static void refuse(Chart chart, List<String> violations) throws InvalidPrimaryException {
    if (!violations.isEmpty()) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_VALUES,
          "the values do not meet values.schema.json of chart %s: %s"
              .formatted(chart.name(), listed(violations)));
    }
  }

  private static String listed(List<String> violations) {
    var listed = String.join("; ", violations.subList(0, Math.min(violations.size(), MOST_LISTED)));
    return violations.size() <= MOST_LISTED
        ? listed
        : listed + "; and " + (violations.size() - MOST_LISTED) + " more";
  }
}
