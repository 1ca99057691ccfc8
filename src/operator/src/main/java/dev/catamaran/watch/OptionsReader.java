package dev.catamaran.watch;

import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the options that an entry has with either kind of source. */
final class OptionsReader {

  private OptionsReader() {}

  static Options options(Fields fields) {
    return new Options(
        fields.duration("reconcilePeriod"),
        fields.integer("maxConcurrentReconciles"),
        selector(fields, "selector"),
        fields.mapping("retry").flatMap(OptionsReader::retry),
        fields.mapping("rateLimit").flatMap(OptionsReader::rateLimit));
  }

  private static Optional<RetryPolicy> retry(Fields retry) {
    var ordinary = RetryPolicy.DEFAULT;
    var initial = retry.duration("initial");
    var max = retry.duration("max");
    var first = initial.orElse(least(ordinary.initial(), max.orElse(ordinary.max())));
    var longest = max.orElse(most(ordinary.max(), first));
    if (longest.compareTo(first) < 0) {
      retry.problem(
          "max",
          "max: %s is shorter than initial, %s"
              .formatted(GoDuration.format(longest), GoDuration.format(first)),
          "make it as long or longer");
      return Optional.empty();
    }
    return Optional.of(
        new RetryPolicy(
            first,
            retry.number("multiplier", ordinary.multiplier()),
            longest,
            retry.number("jitter", ordinary.jitter())));
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration most(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Optional<RateLimit> rateLimit(Fields limit) {
    return limit
        .duration("per")
        .map(period -> new RateLimit(limit.integer("passes").orElseThrow(), period));
  }

  /** Reads a selector in the notation of Kubernetes label selectors; all, if there is none. */
  static Selector selector(Fields fields, String field) {
    return fields.mapping(field).map(OptionsReader::selector).orElse(Selector.everything());
  }

  private static Selector selector(Fields selector) {
    var labels = new TreeMap<String, String>();
    for (var label : selector.entries("matchLabels")) {
      labels.put(label.key(), Fields.text(label.value()));
    }
    var requirements =
        selector.list("matchExpressions").stream().map(OptionsReader::requirement).toList();
    return new Selector(labels, requirements);
  }

  private static Requirement requirement(Fields expression) {
    var operator = expression.word("operator", Operator.IN);
    var values = List.copyOf(expression.texts("values"));
    boolean needsValues = operator.wantsValues();
    if (needsValues == values.isEmpty() && !expression.isRefused("values")) {
      expression.problem(
          "operator", operator.word() + (needsValues ? " needs values" : " takes no values"), "");
    }
    return new Requirement(expression.text("key").orElseThrow(), operator, values);
  }
}
