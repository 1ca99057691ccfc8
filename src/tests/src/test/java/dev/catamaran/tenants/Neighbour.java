package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.function.Executable;

/**
 * A tenant without bad actions. The test installs, upgrades, repairs and deletes one Widget after
 * another, and deletes an object of it for the repair.
 */
final class Neighbour {
  /**
   * Ten times what a step takes on a busy machine, and less than what a bad tenant can hold: a
   * rendering may last a minute, and a hook five. A shorter delay is no failure.
   */
  private static final Duration STEP = Duration.ofSeconds(45);

  private final TestNamespace namespace;
  private final AtomicInteger lives = new AtomicInteger();
  private final Map<String, List<Duration>> times = new LinkedHashMap<>();

  Neighbour(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /** Runs the steps of one primary after another. The last one begins after {@code over}. */
  void liveUntil(BooleanSupplier over) {
    boolean last;
    do {
      last = over.getAsBoolean();
      live();
    } while (!last);
  }

  /** Runs the steps of so many primaries. */
  void live(int count) {
    for (int i = 0; i < count; i++) {
      live();
    }
  }

  private void live() {
    var primary = "usual-" + lives.incrementAndGet();
    var object = primary + "-colors";
    namespace.apply("Widget", primary, "{color: first}");
    await("is installed", primary, () -> assertDeployed(primary, "first"));
    namespace.apply("Widget", primary, "{color: second}");
    await("is upgraded", primary, () -> assertDeployed(primary, "second"));
    var uid = uid(object);
    namespace.delete(ConfigMap.class, object);
    await("is repaired", primary, () -> assertNotEquals(uid, uid(object)));
    namespace.delete("Widget", primary);
    await(
        "is deleted",
        primary,
        () -> {
          assertNull(namespace.primary("Widget", primary));
          assertEquals(List.of(), namespace.revisions(primary));
          assertNull(namespace.get(ConfigMap.class, object));
        });
  }

  /** The median time of each step since the last call. */
  String medians() {
    var medians =
        times.entrySet().stream()
            .map(
                step -> {
                  var sorted = step.getValue().stream().sorted().toList();
                  return "%s after %d ms"
                      .formatted(step.getKey(), sorted.get(sorted.size() / 2).toMillis());
                })
            .collect(Collectors.joining(", "));
    times.clear();
    return medians;
  }

  private void await(String what, String primary, Executable expected) {
    var began = Instant.now();
    try {
      within(STEP, expected);
      times
          .computeIfAbsent(what, any -> new ArrayList<>())
          .add(Duration.between(began, Instant.now()));
    } catch (RuntimeException e) {
      throw new AssertionError("the neighbour's %s %s within %s".formatted(primary, what, STEP), e);
    }
  }

  private void assertDeployed(String primary, String color) {
    var found = Objects.requireNonNull(namespace.primary("Widget", primary));
    Number observed = found.get("status", "observedGeneration");
    assertEquals(found.getMetadata().getGeneration(), observed.longValue());
    assertEquals("True", namespace.condition("Widget", primary, "Ready").get("status"));
    assertEquals(Map.of("color", color), namespace.data(primary + "-colors"));
    // An attempt that ended with the engine is one more.
    assertTrue(namespace.revisions(primary).getLast().endsWith(" deployed"));
  }

  private String uid(String object) {
    return namespace.existing(ConfigMap.class, object).getMetadata().getUid();
  }
}
