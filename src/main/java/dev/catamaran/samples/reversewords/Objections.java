package dev.catamaran.samples.reversewords;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a ReverseWordsApp cannot be carried out. The one place that says so, before anything is made:
 * the API server would refuse the Deployment and take the Service, or the other way round.
 */
final class Objections {

  /** What of the 63 characters of a Service's name is left behind {@code service-}. */
  private static final int LONGEST_NAME = 55;

  private Objections() {}

  /** What is wrong and what to do, in sentences; empty if all is well. */
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

  /** The schema says the same; an object may be older than that. */
  private static Optional<String> replicas(ReverseWordsAppSpec wishes) {
    return wishes.size().orElse(1) >= 1
        ? Optional.empty()
        : Optional.of(
            "spec.replicas is %d; set it to 0 or more, or leave it out."
                .formatted(wishes.replicas()));
  }
}
