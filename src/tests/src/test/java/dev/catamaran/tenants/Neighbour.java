package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.within;
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
import org.junit.jupiter.api.function.Executable;

/**
 * A tenant without bad actions. The test installs, upgrades, repairs and deletes one primary after
 * another. For a repair it deletes an object of the primary.
 */
final class Neighbour {
  private static final Duration FIRST = Duration.ofMinutes(3);

  /**
   * The bound of a step is the usual time times FACTOR plus SLACK, because the machine has other
   * work.
   */
  private static final int FACTOR = 4;

  private static final Duration SLACK = Duration.ofSeconds(20);

  private static final int MEASURED = 2;

  private final TestNamespace namespace;
  private final Livelihood livelihood;
  private final AtomicInteger lives = new AtomicInteger();

  /** The steps of a primary. */
  enum Step {
    INSTALL,
    UPGRADE,
    REPAIR,
    DELETE
  }

  /** The duration of each step of one primary, from the request to its result. */
  record Life(Map<Step, Duration> steps) {
    Duration slowest() {
      return steps.values().stream().max(Duration::compareTo).orElseThrow();
    }

    /** The longer duration of each step. */
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

  /** The usual durations, and the bound of a step while another tenant misbehaves. */
  record Usual(Life life) {
    Duration bound() {
      return life.slowest().multipliedBy(FACTOR).plus(SLACK);
    }
  }

  Neighbour(TestNamespace namespace, Livelihood livelihood) {
    this.namespace = namespace;
    this.livelihood = livelihood;
  }

  /**
   * Measures the steps of some primaries. The first primary does not count, because all caches are
   * cold.
   */
  Usual measure() {
    live(FIRST);
    var life = live(FIRST);
    for (int i = 1; i < MEASURED; i++) {
      life = life.slower(live(FIRST));
    }
    return new Usual(life);
  }

  /**
   * Runs the steps of one primary after another. The last one begins after {@code over} is true.
   *
   * @return the slowest duration of each step
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

  private void await(Step step, String primary, Duration bound, Executable expected) {
    try {
      within(bound, expected);
    } catch (RuntimeException e) {
      throw new AssertionError(
          "%s of %s %s within %s".formatted(step, livelihood.gvk().kind(), primary, bound), e);
    }
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
