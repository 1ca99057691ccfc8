package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.memcached;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DependenciesTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Map<PrimaryKey, OfKind> primaries = new HashMap<>();
  private DeniedAnnotations denied = DeniedAnnotations.NONE;
  private final Dependencies dependencies =
      new Dependencies(key -> Optional.ofNullable(primaries.get(key)).map(this::read));

  @Test
  void visitsEachPrimaryOnceDespiteManyPaths() {
    // The number of paths is 2 to the power of 100.
    int layers = 100;
    for (int layer = 0; layer < layers; layer++) {
      put("left-" + layer, "left-" + (layer + 1), "right-" + (layer + 1));
      put("right-" + layer, "left-" + (layer + 1), "right-" + (layer + 1));
    }
    var first = put("first", "left-0", "right-0");

    var unmet = assertTimeoutPreemptively(SOON, () -> dependencies.unmet(first));

    assertEquals(
        List.of("Memcached shop/left-0 is not ready", "Memcached shop/right-0 is not ready"),
        unmet);
  }

  private Primary read(OfKind primary) {
    return Primary.of(primary, denied);
  }

  @Test
  void findsNoCycleWhereADependencyIsDenied() throws Exception {
    put("b", "a");
    denied = new DeniedAnnotations(Set.of("depends-on"));

    assertEquals(List.of("Memcached shop/b is not ready"), dependencies.unmet(put("a", "b")));
  }

  @Test
  void namesThePrimariesOfACycle() {
    put("b", "x", "c");
    put("c", "a");
    assertEquals(
        "waits for itself: Memcached shop/a -> Memcached shop/b -> Memcached shop/c"
            + " -> Memcached shop/a",
        refusal(put("a", "b")).problem());
    assertEquals(
        "waits for itself: Memcached shop/own -> Memcached shop/own",
        refusal(put("own", "own")).problem());
  }

  @Test
  void ignoresACycleAndAnInvalidAnnotationOfOtherPrimaries() throws InvalidPrimaryException {
    put("b", "c");
    put("c", "b");
    assertEquals(List.of("Memcached shop/b is not ready"), dependencies.unmet(put("a", "b")));
    annotate("b", "nonsense");
    assertEquals(List.of("Memcached shop/b is not ready"), dependencies.unmet(put("a", "b")));
  }

  @Test
  void refusesTooManyIndirectDependencies() {
    for (int i = 0; i <= Dependencies.MOST_REACHED; i++) {
      put("link-" + i, "link-" + (i + 1));
    }
    var refusal = refusal(put("first", "link-0"));
    assertEquals("InvalidAnnotation", refusal.reason());
    assertEquals(
        "annotation catamaran.dev/depends-on: it leads to more than 1000 custom resources; wait for fewer",
        refusal.problem());
  }

  @Test
  void refusesAnAnnotationThatNamesTooMany() {
    var names =
        IntStream.rangeClosed(0, PrimaryAnnotations.MOST_REFERENCES)
            .mapToObj(i -> "other-" + i)
            .toArray(String[]::new);
    assertEquals(
        "annotation catamaran.dev/depends-on: it names 101 custom resources, and may name 100 at most",
        refusal(put("a", names)).problem());
  }

  private InvalidPrimaryException refusal(Primary primary) {
    return assertTimeoutPreemptively(
        SOON, () -> assertThrows(InvalidPrimaryException.class, () -> dependencies.unmet(primary)));
  }

  private Primary put(String name, String... others) {
    return annotate(
        name,
        List.of(others).stream()
            .map(other -> "Memcached.cache.my.domain/" + other)
            .collect(Collectors.joining(", ")));
  }

  private Primary annotate(String name, String dependsOn) {
    var primary = memcached("spec: {}");
    primary.getMetadata().setName(name);
    primary.getMetadata().setAnnotations(Map.of(PrimaryAnnotations.DEPENDS_ON, dependsOn));
    primaries.put(PrimaryKey.of(Primaries.identity(primary)), primary);
    return Primary.of(primary);
  }
}
