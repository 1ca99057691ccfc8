package dev.catamaran.informer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two namespaces, a and b, whose informers this test lets watch or not. */
class PlacesTest {
  private final KubernetesClientException refusal =
      new KubernetesClientException("secrets is forbidden", 403, null);
  private static final Duration TIMEOUT = Duration.ofMillis(50);

  private final List<String> happened = new ArrayList<>();
  private final Set<String> watching = new HashSet<>(Set.of("a", "b"));
  private final Map<String, CompletableFuture<Void>> starts = new HashMap<>();
  private long now;
  private final LastingInformer<Secret> a = lasting("a");
  private final LastingInformer<Secret> b = lasting("b");
  private final Places<Secret> places = new Places<>(Map.of("a", a, "b", b));

  private LastingInformer<Secret> lasting(String namespace) {
    return new LastingInformer<>(() -> informer(namespace), () -> now);
  }

  @SuppressWarnings("unchecked") // All informers of this test are of Secrets.
  private SharedIndexInformer<Secret> informer(String namespace) {
    return (SharedIndexInformer<Secret>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SharedIndexInformer.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "exceptionHandler" -> proxy;
                  case "isRunning" -> true;
                  case "isWatching", "hasSynced" -> watching.contains(namespace);
                  case "toString" -> namespace;
                  case "start" -> {
                    happened.add("start " + namespace);
                    yield starts.getOrDefault(namespace, CompletableFuture.completedFuture(null));
                  }
                  case "close" -> {
                    happened.add("close " + namespace);
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @AfterEach
  void close() {
    places.close();
  }

  private void refuse(String namespace) {
    starts.put(namespace, CompletableFuture.failedFuture(refusal));
    watching.remove(namespace);
  }

  private void lookAfter(Duration time) {
    now += time.toNanos();
    a.look();
    b.look();
  }

  @Test
  void startWithoutTheNamespaceOfARefusal() {
    refuse("b");
    places.start(TIMEOUT);
    assertTrue(a.isListed());
    assertFalse(b.isListed());
    assertEquals(
        List.of("close b", "start b"), happened.subList(2, 4), "it is tried again at once");

    lookAfter(Duration.ofHours(1));
    assertEquals(List.of(), places.silent(Duration.ofMinutes(10)).toList());
    watching.add("b");
    lookAfter(Duration.ofSeconds(30));
    assertTrue(b.isListed(), "it comes back by itself");
    assertFalse(happened.contains("close a"));
  }

  @Test
  void startWithoutTheNamespaceThatDoesNotAnswer() {
    starts.put("b", new CompletableFuture<>());
    watching.remove("b");
    places.start(TIMEOUT);
    assertTrue(a.isListed());
    assertFalse(b.isListed());
  }

  @Test
  void doNotStartIfNoneCan() {
    refuse("a");
    refuse("b");
    assertSame(refusal, assertThrows(KubernetesClientException.class, () -> places.start(TIMEOUT)));
    assertEquals(List.of("close a", "close b"), happened.subList(2, 4).stream().sorted().toList());
  }

  /** A tenant who deletes his own RoleBinding makes no other tenant wait for a restart. */
  @Test
  void areSilentOnlyTogether() {
    places.start(TIMEOUT);
    watching.remove("b");
    lookAfter(Duration.ofMinutes(17));
    assertEquals(List.of(), places.silent(Duration.ofMinutes(10)).toList());
    assertTrue(b.isListed(), "what is known stays known");

    watching.remove("a");
    lookAfter(Duration.ofMinutes(4));
    assertEquals(List.of(), places.silent(Duration.ofMinutes(10)).toList());
    lookAfter(Duration.ofMinutes(7));
    assertEquals(List.of("a", "b"), places.silent(Duration.ofMinutes(10)).sorted().toList());
    watching.add("a");
    lookAfter(Duration.ofSeconds(30));
    assertEquals(List.of(), places.silent(Duration.ofMinutes(10)).toList());
  }
}
