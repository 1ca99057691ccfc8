package dev.catamaran.extension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.ReleaseSummary;
import dev.catamaran.chart.Values;
import dev.catamaran.kit.Conditions;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.PrimaryFixture;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt ends the work of an extension when the operator stops. */
class ExtensionsTest {
  private static final String STOPPED =
      "stopped while " + Throwing.class.getName() + " was at work";

  /** These tests refer to no objects, so this client sends no request. */
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(Config.empty()).build();

  @AfterEach
  void close() {
    Thread.interrupted();
    client.close();
  }

  /** Throws an exception at each call. */
  private record Throwing(Exception failure) implements ChartExtension {
    @Override
    public Map<String, @Nullable Object> translate(
        ChartContext context, Map<String, @Nullable Object> values) throws Exception {
      throw failure;
    }

    @Override
    public void beforeAction(
        ChartContext context, ChartAction action, Map<String, @Nullable Object> values)
        throws Exception {
      throw failure;
    }

    @Override
    public void afterAction(ChartContext context, ReleaseSummary revision) throws Exception {
      throw failure;
    }
  }

  @Test
  void anInterruptIsNoFailure() {
    var extensions = throwing(new InterruptedException());
    var failure = assertThrows(CancellationException.class, () -> translate(extensions));
    assertEquals(STOPPED, failure.getMessage());
    assertTrue(Thread.interrupted());

    assertEquals(List.of(), after(extensions).list());
    assertTrue(Thread.interrupted());

    var wrapping = throwing(new IllegalStateException(new InterruptedException()));
    assertEquals(Optional.of(new ReleaseOutcome.Waiting(STOPPED)), before(wrapping));
    assertTrue(Thread.interrupted());
  }

  @Test
  void anInterruptOfAnotherThreadIsAFailure() {
    var extensions = throwing(new ExecutionException("no answer", new InterruptedException()));

    assertThrows(InvalidPrimaryException.class, () -> translate(extensions));
    assertTrue(before(extensions).orElseThrow() instanceof ReleaseOutcome.Hindered);
    assertTrue(after(extensions).isTrue("PostHookFailed"));
    assertFalse(Thread.interrupted());
  }

  private Extensions throwing(Exception failure) {
    return ExtensionsFixture.of(client, new Throwing(failure));
  }

  private static Values translate(Extensions extensions) throws InvalidPrimaryException {
    return extensions.translate(PrimaryFixture.memcached(""), Revisions.RELEASE, Values.empty());
  }

  private static Optional<ReleaseOutcome> before(Extensions extensions) {
    return extensions.before(
        PrimaryFixture.memcached(""),
        new ReleaseAction.Install(),
        DesiredReleaseFixture.desired(Optional.empty()));
  }

  private static Conditions after(Extensions extensions) {
    var made = MadeRevision.of(ChartAction.INSTALL, Revisions.revision(1, RevisionStatus.DEPLOYED));
    return extensions.after(
        PrimaryFixture.memcached(""),
        Optional.of(made),
        Conditions.of(List.of(), Instant.EPOCH, 1));
  }
}
