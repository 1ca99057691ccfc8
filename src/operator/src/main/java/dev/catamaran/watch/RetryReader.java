package dev.catamaran.watch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the fields {@code retry} and {@code rateLimit}. */
record RetryReader(Fields fields) {
  static final String RETRY = "retry";
  static final String RATE_LIMIT = "rateLimit";

  private static final List<String> RETRY_NAMES = List.of("initial", "multiplier", "max", "jitter");
  private static final List<String> LIMIT_NAMES = List.of("passes", "per");

  /**
   * Returns the policy. Empty if the field is absent; then {@link RetryPolicy#DEFAULT} applies, or
   * a class's annotation.
   */
  Optional<RetryPolicy> retry() {
    return fields.mapping(RETRY, RETRY_NAMES).flatMap(RetryReader::policy);
  }

  private static Optional<RetryPolicy> policy(Fields retry) {
    var ordinary = RetryPolicy.DEFAULT;
    var initial = retry.duration("initial");
    var max = retry.duration("max");
    var multiplier = retry.number("multiplier", n -> n >= 1, "must be a number ≥ 1");
    var jitter = retry.number("jitter", n -> n >= 0 && n < 1, "must be a number from 0 to below 1");
    var first = initial.orElse(least(ordinary.initial(), max));
    var longest = max.orElse(most(ordinary.max(), initial));
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
            multiplier.orElse(ordinary.multiplier()),
            longest,
            jitter.orElse(ordinary.jitter())));
  }

  private static Duration least(Duration ordinary, Optional<Duration> max) {
    return max.filter(m -> m.compareTo(ordinary) < 0).orElse(ordinary);
  }

  private static Duration most(Duration ordinary, Optional<Duration> initial) {
    return initial.filter(i -> i.compareTo(ordinary) > 0).orElse(ordinary);
  }

  Optional<RateLimit> rateLimit() {
    return fields.mapping(RATE_LIMIT, LIMIT_NAMES).flatMap(RetryReader::limit);
  }

  private static Optional<RateLimit> limit(Fields limit) {
    var passes = limit.positiveInteger("passes");
    var per = limit.duration("per");
    LIMIT_NAMES.stream()
        .filter(name -> limit.present(name).isEmpty())
        .forEach(
            name -> limit.problem(RATE_LIMIT + " needs " + name, "e.g. {passes: 10, per: 1m}"));
    return passes.isPresent() && per.isPresent()
        ? Optional.of(new RateLimit(passes.getAsInt(), per.get()))
        : Optional.empty();
  }
}
