package dev.catamaran.samples.reversewords;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks a ReverseWordsApp before any object is created. Without this check, the API server would
 * refuse the Deployment and accept the Service, or vice versa.
 */
final class Objections {

  /** Remainder of the 63 characters of a Service's name after {@code service-}. */
  private static final int LONGEST_NAME = 55;

  private Objections() {}

  /** Returns problems and advice, in sentences; empty if the app is valid. */
  static Optional<String> to(ReverseWordsApp app) {
    var name = app.getMetadata().getName();
    var all =
        Stream.of(length(name), dots(name), replicas(app.wishes()))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" "));
    return Optional.of(all).filter(sentences -> !sentences.isEmpty());
  }

  private static Optional<String> length(String name) {
    return name.length() <= LONGEST_NAME
        ? Optional.empty()
        : Optional.of(
            "metadata.name has %d characters, and service-<name> allows %d; choose a shorter name."
                .formatted(name.length(), LONGEST_NAME));
  }

  private static Optional<String> dots(String name) {
    return name.contains(".")
        ? Optional.of(
            "metadata.name has a dot, which the name of a Service must not have; choose a name"
                + " without.")
        : Optional.empty();
  }

  /**
   * Checks the number. The schema has the same rule, but an object may be older than the schema.
   */
  private static Optional<String> replicas(ReverseWordsAppSpec wishes) {
    return wishes.size().orElse(1) >= 1
        ? Optional.empty()
        : Optional.of(
            "spec.replicas is %d; set it to 0 or more, or leave it out."
                .formatted(wishes.replicas()));
  }
}
