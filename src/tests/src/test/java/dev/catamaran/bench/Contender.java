package dev.catamaran.bench;

import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A program that is measured. Each does the same work, with four workers. */
sealed interface Contender permits Operator, Caller {

  /** How many releases it works on at a time. */
  int WORKERS = 4;

  /** All, in the order in which they run. */
  static List<Contender> all() {
    return Stream.<Contender>concat(
            Arrays.stream(Operator.values()), Arrays.stream(Caller.values()))
        .toList();
  }

  /**
   * The contender with this title.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Contender named(String title) {
    return all().stream()
        .filter(contender -> contender.title().equals(title))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no contender \"%s\"; the contenders are %s"
                        .formatted(title, all().stream().map(Contender::title).toList())));
  }

  /** Its name in tables. */
  String title();

  /** Builds what {@link #start} runs, so that no measurement includes it. */
  default void prepare() {}

  /** The account with which it sends its requests. */
  OperatorIdentity account(TestNamespace namespace);

  /** Starts its process. */
  OperatorProcess start(Site site);

  /** Whether it writes a status into primaries. */
  boolean tells();
}
