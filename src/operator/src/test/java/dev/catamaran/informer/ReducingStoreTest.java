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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static ConfigMap map(String version, String size, String uid) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("cache")
        .withUid(uid)
        .withResourceVersion(version)
        .addToLabels("app", "cache")
        .endMetadata()
        .addToData("size", size)
        .build();
  }

  /**
   * What happens: the watch puts or removes an object of a version and a size; a request offers one
   * when the watch has come to a version (0: to none yet), or finds it gone at a version.
   */
  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          changes are reported            | put 1 a, put 2 b, remove           | +a a>b -b | ''
          the reduced form is kept        | put 1 a                            | +a        | a
          an older version is ignored     | offer 10 new 9, put 9 old          | +new      | new
          a known version is ignored      | put 9 a, put 9 a                   | +a        | a
          an answer may be newer          | put 9 a, offer 10 b 9              | +a a>b    | b
          a late answer brings none back  | put 9 a, remove, offer 10 late 9   | +a -a     | ''
          an answer older than the list   | offer 10 late 12                   | ''        | ''
          an answer ahead of the watch    | offer 13 early 12                  | +early    | early
          a stale list, then the watch    | offer 10 a 0, remove, put 10 a, offer 11 b 10 | +a -a +a a>b | b
          another one of the same name    | put 9 a, remove, offer 12 b 10 other | +a -a +b | b
          a request found a deletion      | put 1 a, gone -                    | +a -a     | ''
          a late event brings none back   | put 1 a, gone 4, put 3 late        | +a -a     | ''
          a newer version is taken        | put 1 a, gone 4, put 5 b           | +a -a +b  | b
          a version newer than the answer | put 5 a, gone 4                    | +a        | a
          the version of the answer       | put 5 a, gone 4, gone 5            | +a -a     | ''
          a removal is reported once      | put 1 a, gone -, remove            | +a -a     | ''
          """)
  void neverGoesBack(String what, String events, String expected, String size) {
    for (var event : events.split(", ")) {
      var words = event.split(" ");
      switch (words[0]) {
        case "put" -> store.put("shop/cache", map(words[1], words[2], "uid"));
        case "remove" -> store.remove("shop/cache");
        case "offer" ->
            store.offer(
                map(words[1], words[2], words.length > 4 ? words[4] : "uid"),
                Optional.of(words[3]).filter(seen -> !seen.equals("0")));
        default -> store.retract("shop", "cache", words[1].replace("-", ""));
      }
    }
    assertEquals(expected, String.join(" ", heard), what);
    assertEquals(size, store.reduced("shop", "cache").orElse(""), what);
    assertEquals(size.isEmpty(), store.version("shop", "cache").isEmpty(), what);
  }

  @Test
  void keepsOnlyTheIdentityAndVersionOfAnObject() {
    assertNull(store.put("shop/cache", map("7", "a", "uid")));
    var kept = store.get("shop/cache");
    assertNotNull(kept);
    assertEquals("7", kept.getMetadata().getResourceVersion());
    assertEquals("uid", kept.getMetadata().getUid());
    assertEquals(0, kept.getData().size());
    assertEquals(0, kept.getMetadata().getLabels().size());
    assertEquals(kept, store.put("shop/cache", map("8", "b", "uid")), "the informer compares");
  }

  @Test
  void findsAClusterScopedObjectByAnEmptyNamespace() {
    var map = map("1", "a", "uid");
    map.getMetadata().setNamespace(null);
    store.put(store.getKey(map), map);
    assertEquals(Optional.of("a"), store.reduced("", "cache"));
    store.retract("", "cache", "");
    assertEquals(0, store.size());
  }
}
