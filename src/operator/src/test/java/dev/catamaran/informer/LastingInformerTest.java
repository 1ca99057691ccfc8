package dev.catamaran.informer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LastingInformerTest {
  private final List<String> happened = new ArrayList<>();
  private boolean watching = true;
  private int made;
  private long now;
  private final LastingInformer<ConfigMap> lasting =
      new LastingInformer<>(this::informer, () -> now);

  @SuppressWarnings("unchecked") // All informers of this test are of ConfigMaps.
  private SharedIndexInformer<ConfigMap> informer() {
    var name = "informer " + ++made;
    return (SharedIndexInformer<ConfigMap>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SharedIndexInformer.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "exceptionHandler" -> proxy;
                  case "isRunning" -> true;
                  case "isWatching", "hasSynced" -> watching;
                  case "toString" -> name;
                  case "start" -> {
                    happened.add("start " + name);
                    yield CompletableFuture.completedFuture(null);
                  }
                  case "close" -> {
                    happened.add("close " + name);
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private void lookAfter(Duration time) {
    now += time.toNanos();
    lasting.look();
  }

  @AfterEach
  void close() {
    lasting.close();
  }

  @Test
  void keepsAnInformerThatWatches() {
    lasting.keep();
    lookAfter(Duration.ofHours(1));
    lookAfter(Duration.ofHours(1));
    assertEquals(List.of(), happened);
    assertEquals(Optional.empty(), lasting.silent(Duration.ofSeconds(1)));
  }

  @Test
  void replacesAnInformerThatHasNotWatchedForLong() {
    lasting.keep();
    watching = false;
    lookAfter(Duration.ofMinutes(4));
    assertEquals(List.of(), happened, "it may recover by itself");
    assertEquals(Optional.of("informer 1"), lasting.silent(Duration.ofMinutes(2)));

    lookAfter(Duration.ofMinutes(2));
    lookAfter(Duration.ofMinutes(1));
    assertEquals(List.of("close informer 1", "start informer 2"), happened);
    assertEquals(Optional.of("informer 2"), lasting.silent(Duration.ofMinutes(5)));

    watching = true;
    lookAfter(Duration.ofMinutes(1));
    assertEquals(Optional.empty(), lasting.silent(Duration.ofSeconds(1)));
  }

  @Test
  void isSilentSinceItWasLastSeenWatching() {
    lasting.keep();
    lookAfter(Duration.ofMinutes(1));
    watching = false;
    lookAfter(Duration.ofMinutes(2));
    assertEquals(Optional.empty(), lasting.silent(Duration.ofMinutes(2)));
    assertEquals(
        Optional.of("informer 1"),
        lasting.silent(Duration.ofMinutes(2).minus(Duration.ofNanos(1))));
  }

  @Test
  void isNotSilentBeforeItIsStarted() {
    now += Duration.ofHours(1).toNanos();
    assertEquals(Optional.empty(), lasting.silent(Duration.ofNanos(-1)));
    lasting.keep();
    assertEquals(Optional.empty(), lasting.silent(Duration.ZERO));
    assertEquals(Optional.of("informer 1"), lasting.silent(Duration.ofNanos(-1)));
  }
}
