package dev.catamaran.informer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two namespaces, a and b, whose informers this test lets watch or not, on a clock of its own. */
class LastingInformerTest {
  private final Set<String> watching = new HashSet<>(Set.of("a", "b"));
  private long now;
  private final LastingInformer<ConfigMap> a = lasting("a");
  private final LastingInformer<ConfigMap> b = lasting("b");
  private final ReducedInformer<ConfigMap, String> places =
      new ReducedInformer<>(Map.of(), Map.of("a", a, "b", b));

  private LastingInformer<ConfigMap> lasting(String namespace) {
    return new LastingInformer<>(informer(namespace), () -> now);
  }

  @SuppressWarnings("unchecked") // All informers of this test are of ConfigMaps.
  private SharedIndexInformer<ConfigMap> informer(String namespace) {
    return (SharedIndexInformer<ConfigMap>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SharedIndexInformer.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "exceptionHandler" -> proxy;
                  case "isRunning" -> true;
                  case "isWatching", "hasSynced" -> watching.contains(namespace);
                  case "toString" -> namespace;
                  case "start" -> CompletableFuture.completedFuture(null);
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private void lookAfter(Duration time) {
    now += time.toNanos();
    a.look();
    b.look();
  }

  private List<String> silent(int minutes) {
    return places.silent(Duration.ofMinutes(minutes)).sorted().toList();
  }

  @AfterEach
  void close() {
    places.close();
  }

  /** A tenant who deletes his own RoleBinding makes no other tenant wait for a restart. */
  @Test
  void isSilentWithAllOthersOnly() {
    places.start(Duration.ofSeconds(1));
    watching.remove("b");
    lookAfter(Duration.ofMinutes(17));
    assertEquals(List.of(), silent(10));
    assertTrue(b.isListed(), "what is known stays known");

    watching.remove("a");
    lookAfter(Duration.ofMinutes(4));
    assertEquals(List.of(), silent(10));
    lookAfter(Duration.ofMinutes(7));
    assertEquals(List.of("a", "b"), silent(10));
    assertEquals(List.of(), silent(11), "it is not longer");
    watching.add("a");
    lookAfter(Duration.ofSeconds(30));
    assertEquals(List.of(), silent(10));
  }
}
