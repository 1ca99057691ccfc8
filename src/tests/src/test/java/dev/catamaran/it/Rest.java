package dev.catamaran.it;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.function.Executable;

/** Waits until nothing happens any more that an earlier event causes. */
public final class Rest {
  /** The operator writes Events on another thread, after the pass. */
  private static final Duration AFTER_A_PASS = Duration.ofMillis(500);

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private Rest() {}

  /**
   * Waits until the operator sends no request for {@code calm}, except watches and requests for its
   * lease. From then on no request is forgiven, while it has {@code count} more passes.
   *
   * @param calm longer than the effects of the test's last change take
   * @param passes counts the operator's passes that have ended
   */
  public static void ofOperator(
      RequestLog requests, Duration calm, LongSupplier passes, int count) {
    requests.awaitQuiet(calm);
    requests.restart();
    during(passes, count, () -> assertEquals(List.of(), requests.beyondUpkeep()));
  }

  /**
   * Returns when {@code assertion} has held during {@code count} more passes, and for a moment
   * more. Throws its error as soon as it does not hold.
   *
   * @param passes counts the operator's passes that have ended
   */
  public static void during(LongSupplier passes, int count, Executable assertion) {
    long enough = passes.getAsLong() + count;
    until(() -> passes.getAsLong() >= enough, assertion);
  }

  /**
   * Makes a change to a primary, and returns when the operator has had a pass after it and is at
   * rest: what it has not done by then, it does not do. For a class without {@code SideBySide}.
   */
  public static void after(TestedOperator operator, TestPrimary one, Runnable change) {
    operator.awaitQuiet(AFTER_A_PASS);
    long before = operator.passes(one.kind());
    change.run();
    eventually(() -> assertTrue(operator.passes(one.kind()) > before, "no pass"));
    operator.awaitQuiet(AFTER_A_PASS);
  }

  /** The same, until {@code passed} is true. */
  public static void until(BooleanSupplier passed, Executable assertion) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (!passed.getAsBoolean()) {
      throughout(Duration.ZERO, assertion);
      assertTrue(System.nanoTime() < end, "there were no more passes");
    }
    throughout(AFTER_A_PASS, assertion);
  }

  /**
   * Waits until no definition is being deleted, such as one of an earlier test: each operator asks
   * for the kinds of the cluster again after a definition is gone.
   */
  public static void ofDefinitions(KubernetesClient client) {
    eventually(
        () ->
            assertEquals(
                List.of(),
                client.resources(CustomResourceDefinition.class).list().getItems().stream()
                    .filter(CustomResourceDefinition::isMarkedForDeletion)
                    .map(definition -> definition.getMetadata().getName())
                    .toList()));
  }
}
