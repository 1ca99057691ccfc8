package dev.catamaran.informer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The reduced form of a ConfigMap is its value of {@code size}. */
class ReducingStoreTest {
  private final List<String> heard = new ArrayList<>();
  private final ReducingStore<ConfigMap, String> store =
      new ReducingStore<>(ConfigMap::new, map -> map.getData().get("size"), new Hearing());

  private final class Hearing implements ReducingStore.Listener<String> {
    @Override
    public void added(String now) {
      heard.add("+" + now);
    }

    @Override
    public void changed(String before, String now) {
      heard.add(before + ">" + now);
    }

    @Override
    public void removed(String last) {
      heard.add("-" + last);
    }
  }

  private static ConfigMap map(String version, String size) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("cache")
        .withUid("uid-1")
        .withResourceVersion(version)
        .addToLabels("app", "cache")
        .endMetadata()
        .addToData("size", size)
        .build();
  }

  private void put(ConfigMap map) {
    store.put(store.getKey(map), map);
  }

  private Optional<String> size() {
    return store.reduced("shop", "cache");
  }

  @Test
  void reportsAdditionsChangesAndRemovals() {
    put(map("1", "a"));
    put(map("2", "b"));
    store.remove("shop/cache");
    assertEquals(List.of("+a", "a>b", "-b"), heard);
  }

  @Test
  void keepsTheReducedForm() {
    put(map("1", "a"));
    assertEquals(Optional.of("a"), size());
    assertEquals(List.of("a"), store.all().toList());
  }

  @Test
  void neverReplacesANewerVersionByAnOlderOne() {
    store.offer(map("10", "new"), Optional.of("9"));
    put(map("9", "old"));
    assertEquals(Optional.of("new"), size());
    assertEquals(List.of("+new"), heard);
  }

  @Test
  void ignoresAKnownVersion() {
    put(map("9", "a"));
    put(map("9", "a"));
    assertEquals(List.of("+a"), heard);
  }

  @Test
  void takesAnAnswerThatIsNewerThanTheWatch() {
    put(map("9", "old"));
    store.offer(map("10", "new"), Optional.of("9"));
    assertEquals(Optional.of("new"), size());
  }

  @Test
  void ignoresALateAnswerAboutADeletedObject() {
    put(map("9", "a"));
    store.remove("shop/cache");
    store.offer(map("10", "late"), Optional.of("9"));
    assertEquals(Optional.empty(), size());
  }

  @Test
  void ignoresAnAnswerOlderThanTheLastList() {
    store.offer(map("10", "late"), Optional.of("12"));
    assertEquals(Optional.empty(), size());
  }

  @Test
  void takesAnAnswerThatIsAheadOfTheWatch() {
    store.offer(map("13", "early"), Optional.of("12"));
    assertEquals(Optional.of("early"), size());
  }

  @Test
  void takesAnObjectFromTheWatchAfterAStaleList() {
    store.offer(map("10", "a"), Optional.empty());
    // The list was older than the answer.
    store.remove("shop/cache");
    put(map("10", "a"));
    store.offer(map("11", "b"), Optional.of("10"));
    assertEquals(Optional.of("b"), size());
  }

  @Test
  void takesAnotherObjectOfTheSameName() {
    put(map("9", "a"));
    store.remove("shop/cache");
    var recreated = map("12", "b");
    recreated.getMetadata().setUid("uid-2");
    store.offer(recreated, Optional.of("10"));
    assertEquals(Optional.of("b"), size());
  }

  @Test
  void removesAnObjectThatARequestFoundDeleted() {
    put(map("1", "a"));
    store.retract("shop", "cache", "");
    assertEquals(Optional.empty(), size());
    assertEquals(List.of("+a", "-a"), heard);
  }

  @Test
  void ignoresALateWatchEventAboutADeletedObject() {
    put(map("1", "a"));
    store.retract("shop", "cache", "4");
    put(map("3", "late"));
    assertEquals(Optional.empty(), size());
    assertEquals(List.of("+a", "-a"), heard);
  }

  @Test
  void takesANewerVersionAfterARequestFoundADeletion() {
    put(map("1", "a"));
    store.retract("shop", "cache", "4");
    put(map("5", "b"));
    assertEquals(Optional.of("b"), size());
  }

  /** The object has finalizers, or another one has its name by now. */
  @Test
  void keepsAVersionNewerThanTheAnswerThatFoundADeletion() {
    put(map("5", "a"));
    store.retract("shop", "cache", "4");
    assertEquals(Optional.of("a"), size());
    assertEquals(Optional.of("5"), store.version("shop", "cache"));

    store.retract("shop", "cache", "5");
    assertEquals(Optional.empty(), size());
    assertEquals(Optional.empty(), store.version("shop", "cache"));
    assertEquals(List.of("+a", "-a"), heard);
  }

  @Test
  void reportsARemovalOnce() {
    put(map("1", "a"));
    store.retract("shop", "cache", "");
    assertNull(store.remove("shop/cache"));
    store.retract("shop", "never-seen", "");
    assertEquals(List.of("+a", "-a"), heard);
  }

  @Test
  void findsAClusterScopedObjectByAnEmptyNamespace() {
    var map = map("1", "a");
    map.getMetadata().setNamespace(null);
    put(map);
    assertEquals(Optional.of("a"), store.reduced("", "cache"));
    store.retract("", "cache", "");
    assertEquals(0, store.size());
  }

  @Test
  void keepsOnlyTheIdentityAndVersionOfAnObject() {
    put(map("7", "a"));
    var kept = store.get("shop/cache");
    assertNotNull(kept);
    assertEquals("7", kept.getMetadata().getResourceVersion());
    assertEquals("uid-1", kept.getMetadata().getUid());
    assertEquals(0, kept.getData().size());
    assertEquals(0, kept.getMetadata().getLabels().size());
  }

  @Test
  void returnsThePreviousVersionToTheInformer() {
    assertNull(store.put("shop/cache", map("1", "a")));
    var before = store.put("shop/cache", map("2", "b"));
    assertNotNull(before);
    assertEquals("1", before.getMetadata().getResourceVersion());
    assertEquals(List.of("shop/cache"), store.keySet().toList());
    assertEquals(1, store.values().count());
  }
}
