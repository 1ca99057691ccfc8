package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.primary.PrimaryFixture;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PrimaryStoreTest {
  private final Map<String, OfKind> cluster = new HashMap<>();
  private final LargePrimaries budget = new LargePrimaries(1 << 20);
  private final PrimaryStore store =
      new PrimaryStore(budget, known -> cluster.get(known.getMetadata().getName()));

  private OfKind put(String name, Object spec) {
    cluster.put(name, primary(name, spec));
    var stored = primary(name, spec);
    store.put(store.getKey(stored), stored);
    return get(name);
  }

  private static OfKind primary(String name, Object spec) {
    try {
      var made = PrimaryFixture.MEMCACHED.getConstructor().newInstance();
      made.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace("n")
              .withName(name)
              .withUid("uid-" + name)
              .withResourceVersion("1")
              .withGeneration(1L)
              .withFinalizers("example.com/f")
              .addToLabels("a", "b")
              .addToAnnotations("catamaran.dev/pause", "true")
              .build());
      made.setAdditionalProperty("spec", spec);
      return made;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private OfKind get(String name) {
    return Objects.requireNonNull(store.get("n/" + name));
  }

  private static String text(int kib) {
    return "x".repeat(kib << 10);
  }

  private static void assertWhole(OfKind primary) {
    assertTrue(Unreadable.problemOf(primary).isEmpty(), primary::toString);
    assertTrue(primary.getAdditionalProperties().containsKey("spec"));
  }

  private static void assertIdentityAlone(OfKind primary) {
    var problem = Unreadable.problemOf(primary).orElse("");
    assertTrue(problem.contains("more memory than the 1 MiB"), problem);
    var meta = primary.getMetadata();
    assertEquals("uid-" + meta.getName(), meta.getUid());
    assertEquals(List.of("example.com/f"), meta.getFinalizers());
    assertEquals(Map.of("a", "b"), meta.getLabels());
    assertEquals(Map.of("catamaran.dev/pause", "true"), meta.getAnnotations());
    assertEquals(Map.of(), primary.getAdditionalProperties());
  }

  @Test
  void keepsLargePrimariesAsLongAsThereIsRoom() {
    assertWhole(put("one", text(500)));
    assertWhole(put("two", text(500)));
    assertIdentityAlone(put("three", text(500)));
    assertWhole(put("small", text(1)));
    assertWhole(put("two", text(500)));
  }

  @Test
  void countsValues() {
    assertWhole(put("texts", text(900)));
    assertIdentityAlone(put("many", Collections.nCopies(8_000, Map.of())));
  }

  @Test
  void readsAPrimaryAgainWhenThereIsRoom() {
    put("one", text(900));
    assertIdentityAlone(put("two", text(500)));
    put("one", text(1));
    assertWhole(get("two"));
    assertIdentityAlone(put("three", text(900)));
    store.remove("n/two");
    assertWhole(get("three"));
  }

  @Test
  void forgetsWhatItDidNotKeep() {
    put("one", text(900));
    put("two", text(500));
    store.remove("n/two");
    store.remove("n/one");
    assertWhole(put("three", text(1_000)));
  }
}
