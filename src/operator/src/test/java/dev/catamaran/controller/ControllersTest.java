package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllersTest {
  private static final GroupVersionKind KIND =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");

  private final ScheduledThreadPoolExecutor decisions = new ScheduledThreadPoolExecutor(1);
  private final Controllers controllers = new Controllers(decisions, Runnable::run);
  private final AtomicInteger questions = new AtomicInteger();

  @AfterEach
  void close() {
    decisions.shutdownNow();
  }

  @Test
  void waitsForOneRetryWhateverTheNumberOfFailures() throws Exception {
    controllers.put(
        KIND,
        new KindController.Start(
            () -> {},
            onEnd -> {
              throw new AssertionError("it must not start");
            }),
        () -> {});
    for (int i = 0; i < 5; i++) {
      controllers.adjust(this::refuse);
    }
    awaitDecisions();
    assertEquals(5, questions.get());
    assertEquals(1, decisions.getQueue().size(), "retries");

    runRetry();
    assertEquals(6, questions.get());
    assertEquals(1, decisions.getQueue().size(), "retries after a failed retry");
  }

  @Test
  void namesTheProblemsOfItsKindsInOrder() throws Exception {
    for (var kind : List.of("Widget", "Gadget")) {
      controllers.put(
          GroupVersionKind.parse("test.catamaran.dev/v1", kind),
          new KindController.Start(
              () -> {},
              onEnd -> {
                throw new IllegalStateException("no " + kind);
              }),
          () -> {});
    }
    controllers.adjust(gvk -> true);
    awaitDecisions();
    assertEquals(
        List.of(
            "test.catamaran.dev/v1, Kind=Gadget: cannot be started: no Gadget",
            "test.catamaran.dev/v1, Kind=Widget: cannot be started: no Widget"),
        controllers.troubles(Duration.ofNanos(-1)));
    assertEquals(List.of(), controllers.troubles(Duration.ofHours(1)));
  }

  private boolean refuse(GroupVersionKind gvk) {
    questions.incrementAndGet();
    throw new IllegalStateException("the API server is down");
  }

  /** The executor takes tasks of the same time in order. */
  private void awaitDecisions() throws Exception {
    decisions.submit(() -> {}).get();
  }

  private void runRetry() {
    var retry = Optional.ofNullable(decisions.getQueue().peek()).orElseThrow();
    decisions.remove(retry);
    retry.run();
  }
}
