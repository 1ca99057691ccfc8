package dev.catamaran.tenants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testkit.TestedObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/**
 * A tenant who does nothing but the usual: his primary is installed, edited, repaired after
 * somebody deleted an object of it, and deleted; then the next one.
 */
final class Neighbour {
  private static final Duration FIRST = Duration.ofSeconds(90);

  /** What a usual time is multiplied by, and what is added, for a machine that has other work. */
  private static final int FACTOR = 4;

  private static final Duration SLACK = Duration.ofSeconds(20);

  private static final int MEASURED = 2;

  private final TestNamespace namespace;
  private final Livelihood livelihood;
  private final AtomicInteger lives = new AtomicInteger();

  /** What happens to a primary. */
  enum Step {
    INSTALL,
    UPGRADE,
    REPAIR,
    DELETE
  }

  /** How long each step of one primary took, from the request to what it was to bring about. */
  record Life(Map<Step, Duration> steps) {
    Duration slowest() {
      return steps.values().stream().max(Duration::compareTo).orElseThrow();
    }

    /** The longer time of each step. */
    Life slower(Life other) {
      var both = new EnumMap<>(steps);
      other.steps.forEach((step, time) -> both.merge(step, time, Neighbour::longer));
      return new Life(both);
    }

    @Override
    public String toString() {
      var text = new ArrayList<String>();
      steps.forEach((step, time) -> text.add("%s %d ms".formatted(step, time.toMillis())));
      return String.join(", ", text);
    }
  }

  /** His usual times, and how long a step may take while another tenant misbehaves. */
  record Usual(Life life) {
    Duration bound() {
      return life.slowest().multipliedBy(FACTOR).plus(SLACK);
    }
  }

  Neighbour(TestNamespace namespace, Livelihood livelihood) {
    this.namespace = namespace;
    this.livelihood = livelihood;
  }

  /** Measures some lives, after a first one that finds everything cold. */
  Usual measure() {
    live(FIRST);
    var life = live(FIRST);
    for (int i = 1; i < MEASURED; i++) {
      life = life.slower(live(FIRST));
    }
    return new Usual(life);
  }

  /**
   * One life after the other, the last of which began after {@code over} was true.
   *
   * @return the slowest of each step
   * @throws AssertionError if a step took longer than {@code bound}
   */
  Life liveUntil(BooleanSupplier over, Duration bound) {
    var slowest = live(bound);
    boolean last;
    do {
      last = over.getAsBoolean();
      slowest = slowest.slower(live(bound));
    } while (!last);
    return slowest;
  }

  private Life live(Duration bound) {
    var primary = "usual-" + lives.incrementAndGet();
    var steps = new EnumMap<Step, Duration>(Step.class);
    for (var step : Step.values()) {
      long begin = System.nanoTime();
      take(step, primary, bound);
      steps.put(step, Duration.ofNanos(System.nanoTime() - begin));
    }
    return new Life(steps);
  }

  private void take(Step step, String primary, Duration bound) {
    switch (step) {
      case INSTALL -> {
        create(primary);
        await(step, primary, bound, () -> assertDeployed(primary, 1));
      }
      case UPGRADE -> {
        object(primary).patch("{spec: %s}".formatted(livelihood.spec(2)));
        await(step, primary, bound, () -> assertDeployed(primary, 2));
      }
      case REPAIR -> {
        var before = descendant(primary).orElseThrow();
        namespace.client().resource(before).delete();
        await(
            step,
            primary,
            bound,
            () -> assertNotEquals(uid(before), uid(descendant(primary).orElseThrow())));
      }
      case DELETE -> {
        object(primary).delete();
        await(step, primary, bound, () -> assertGone(primary));
      }
    }
  }

  private void await(Step step, String primary, Duration bound, ThrowingRunnable expected) {
    Awaitility.await(
            "%s of %s %s within %s".formatted(step, livelihood.gvk().kind(), primary, bound))
        .ignoreExceptions()
        .atMost(bound)
        .pollInterval(Duration.ofMillis(100))
        .pollDelay(Duration.ZERO)
        .untilAsserted(expected);
  }

  private void create(String primary) {
    var yaml =
        "apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\nspec: %s\n"
            .formatted(
                livelihood.gvk().apiVersion(),
                livelihood.gvk().kind(),
                primary,
                namespace.name(),
                livelihood.spec(1));
    namespace
        .client()
        .resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
        .create();
  }

  private void assertDeployed(String primary, int revision) {
    var found = object(primary).get();
    Number observed = found.get("status", "observedGeneration");
    List<Map<String, Object>> conditions = found.get("status", "conditions");
    assertTrue(
        conditions != null
            && observed.longValue() == found.getMetadata().getGeneration()
            && conditions.stream()
                .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status"))),
        () -> Serialization.asYaml(found));
    assertEquals(revision + " deployed", namespace.revisions(primary).getLast());
  }

  private void assertGone(String primary) {
    assertEquals(
        Optional.empty(), object(primary).find().map(Serialization::asYaml), "the primary");
    assertEquals(List.of(), namespace.revisions(primary), "the revisions");
    assertEquals(
        Optional.empty(), descendant(primary).map(Serialization::asYaml), "the descendant");
  }

  private TestedObject<GenericKubernetesResource> object(String primary) {
    return namespace.scratch().object(livelihood.gvk(), primary);
  }

  private Optional<? extends HasMetadata> descendant(String primary) {
    return namespace
        .scratch()
        .object(livelihood.descendant(), livelihood.descendantOf(primary))
        .find();
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
