package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.looksUntil;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testkit.TestedObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.function.Executable;

/**
 * A tenant without bad actions. The test installs, upgrades, repairs and deletes one primary after
 * another. For a repair it deletes an object of the primary.
 *
 * <p>The test counts its looks at the API server until a step is done, and not the time: what else
 * the machine has to do delays the looks too.
 */
final class Neighbour {
  /** The bound of a step is its usual number of looks times FACTOR, and SLACK. */
  private static final int FACTOR = 2;

  private static final int SLACK = 25;

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

  /** The looks in each step of one primary, from the request to its result. */
  record Life(Map<Step, Integer> looks) {

    /** The more looks of each step. */
    Life slower(Life other) {
      var both = new EnumMap<>(looks);
      other.looks.forEach((step, count) -> both.merge(step, count, Math::max));
      return new Life(both);
    }

    /**
     * The bounds of the steps while another tenant misbehaves, if these looks are the usual ones.
     *
     * @param more further looks that a step may take
     */
    Life bound(int more) {
      var bounds = new EnumMap<>(looks);
      bounds.replaceAll((step, usual) -> usual * FACTOR + SLACK + more);
      return new Life(bounds);
    }

    @Override
    public String toString() {
      return looks + " looks";
    }
  }

  Neighbour(TestNamespace namespace, Livelihood livelihood) {
    this.namespace = namespace;
    this.livelihood = livelihood;
  }

  /** Lives once without a bound, because the caches of a new operator are cold. */
  void warmUp() {
    live();
  }

  /** Measures the usual steps of some primaries. */
  Life measure() {
    warmUp();
    var life = live();
    for (int i = 1; i < MEASURED; i++) {
      life = life.slower(live());
    }
    return life;
  }

  /**
   * Runs the steps of one primary after another. The last one begins after {@code over} is true.
   *
   * @return the most looks of each step
   * @throws AssertionError if a step took more looks than {@code bound}
   */
  Life liveUntil(BooleanSupplier over, Life bound) {
    var slowest = live();
    boolean last;
    do {
      last = over.getAsBoolean();
      slowest = slowest.slower(live());
      assertEquals(bound, bound.slower(slowest), "a step took too long");
    } while (!last);
    return slowest;
  }

  /**
   * Returns the medians of the steps of so many primaries, and of as many deletions without the
   * operator, in milliseconds.
   */
  Map<String, Long> medians(int primaries) {
    var times = new LinkedHashMap<String, List<Long>>();
    for (int i = 0; i < primaries; i++) {
      var primary = "timed-" + lives.incrementAndGet();
      var plain = PlainDeletion.of(namespace, "plain-" + primary).run();
      times.computeIfAbsent("PLAIN", each -> new ArrayList<>()).add(plain.toMillis());
      for (var step : Step.values()) {
        long begin = System.nanoTime();
        take(step, primary);
        times
            .computeIfAbsent(step.name(), each -> new ArrayList<>())
            .add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
      }
    }
    var medians = new LinkedHashMap<String, Long>();
    times.forEach(
        (step, all) -> medians.put(step, all.stream().sorted().toList().get(all.size() / 2)));
    return medians;
  }

  private Life live() {
    var primary = "usual-" + lives.incrementAndGet();
    var looks = new EnumMap<Step, Integer>(Step.class);
    for (var step : Step.values()) {
      looks.put(step, take(step, primary));
    }
    return new Life(looks);
  }

  private int take(Step step, String primary) {
    return switch (step) {
      case INSTALL -> {
        create(primary);
        yield await(step, primary, () -> assertDeployed(primary, 1));
      }
      case UPGRADE -> {
        object(primary).patch("{spec: %s}".formatted(livelihood.spec(2)));
        yield await(step, primary, () -> assertDeployed(primary, 2));
      }
      case REPAIR -> {
        var before = descendant(primary).orElseThrow();
        namespace.client().resource(before).delete();
        yield await(
            step,
            primary,
            () -> assertNotEquals(uid(before), uid(descendant(primary).orElseThrow())));
      }
      case DELETE -> {
        object(primary).delete();
        yield await(step, primary, () -> assertGone(primary));
      }
    };
  }

  private int await(Step step, String primary, Executable expected) {
    try {
      return looksUntil(expected);
    } catch (RuntimeException e) {
      throw new AssertionError("%s of %s %s".formatted(step, livelihood.gvk().kind(), primary), e);
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
    // An attempt that ended with the engine is one more.
    var newest = namespace.revisions(primary).getLast().split(" ", 2);
    assertTrue(Integer.parseInt(newest[0]) >= revision && newest[1].equals("deployed"));
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
}
