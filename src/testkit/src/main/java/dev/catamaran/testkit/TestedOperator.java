package dev.catamaran.testkit;

import dev.catamaran.api.ManagerException;
import dev.catamaran.manager.RunningManager;
import dev.catamaran.testkit.Patience.Look;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running operator for one test, with short methods for the objects of its namespace. {@link
 * #namespace()} has more methods, for kinds without a class.
 */
public final class TestedOperator implements AutoCloseable {
  private final ScratchNamespace namespace;
  private final Supplier<RunningManager> manager;
  private final SentRequests requests;
  private final Runnable afterwards;
  private @Nullable RunningManager running;

  TestedOperator(
      ScratchNamespace namespace,
      Supplier<RunningManager> manager,
      SentRequests requests,
      Runnable afterwards) {
    this.namespace = namespace;
    this.manager = manager;
    this.requests = requests;
    this.afterwards = afterwards;
  }

  /** Returns the operator's namespace. */
  public ScratchNamespace namespace() {
    return namespace;
  }

  /** Returns the test's own client, for operations without a method in this class. */
  public KubernetesClient client() {
    return namespace.client();
  }

  /**
   * Starts the operator again after {@link #stop()}, with the same instances of the reconcilers.
   * Does nothing if it runs.
   *
   * @throws ManagerException if it cannot start; the message contains advice
   */
  public void start() {
    if (running == null) {
      requests.restart();
      running = manager.get();
    }
  }

  /** Stops the operator as SIGTERM does: running passes may end. */
  public void stop() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /**
   * Waits until the operator has sent no request to the API server for the whole time. Ignores
   * watches, a lease and Helm's requests. With a {@link TestKit#period} much shorter than the time,
   * this shows that a pass without changes sends nothing.
   *
   * @throws AssertionError if it still sends requests; the message has the last requests
   */
  public void awaitQuiet(Duration time) {
    new Patience(namespace.timeout().plus(time))
        .until(
            "an operator that asks for nothing in " + time,
            () ->
                requests.silence().compareTo(time) >= 0
                    ? new Look.Good<>(true)
                    : new Look.NotYet<>(() -> "the last that it asked for:\n" + requests.last()));
  }

  /**
   * Returns how many passes over primaries of this kind have ended since the start. A test that
   * nothing happens shows by it that passes took place.
   */
  public long passes(String kind) {
    return running == null ? 0 : running.passes(kind);
  }

  /** See {@link ScratchNamespace#create}. */
  public <T extends HasMetadata> T create(T object) {
    return namespace.create(object);
  }

  /** See {@link TestedObject#get}. */
  public <T extends HasMetadata> T get(Class<T> type, String name) {
    return namespace.object(type, name).get();
  }

  /** See {@link TestedObject#edit}. */
  public <T extends HasMetadata> T edit(Class<T> type, String name, Consumer<? super T> change) {
    return namespace.object(type, name).edit(change);
  }

  /** See {@link TestedObject#patch}. */
  public <T extends HasMetadata> T patch(Class<T> type, String name, String yaml) {
    return namespace.object(type, name).patch(yaml);
  }

  /** See {@link TestedObject#delete}. */
  public void delete(Class<? extends HasMetadata> type, String name) {
    namespace.object(type, name).delete();
  }

  /** See {@link TestedObject#await}. */
  public <T extends HasMetadata> T await(
      Class<T> type, String name, Predicate<? super T> expected) {
    return namespace.object(type, name).await(expected);
  }

  /** See {@link TestedObject#awaitReady}. */
  public <T extends HasMetadata> T awaitReady(Class<T> type, String name) {
    return namespace.object(type, name).awaitReady();
  }

  /** See {@link TestedObject#awaitGone}. */
  public void awaitGone(Class<? extends HasMetadata> type, String name) {
    namespace.object(type, name).awaitGone();
  }

  /**
   * Stops the operator, and deletes its namespace unless the test supplied the namespace.
   *
   * @see ScratchNamespace#close
   */
  @Override
  public void close() {
    stop();
    afterwards.run();
  }
}
