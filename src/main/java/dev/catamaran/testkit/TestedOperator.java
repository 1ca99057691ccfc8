package dev.catamaran.testkit;

import dev.catamaran.manager.ManagerException;
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
 * An operator at work for one test, and the short way to the objects of its namespace. {@link
 * #namespace()} has a longer one, for kinds without a class.
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

  /** Where it works. */
  public ScratchNamespace namespace() {
    return namespace;
  }

  /** A client of the test's own, for what this class has no method for. */
  public KubernetesClient client() {
    return namespace.client();
  }

  /**
   * Starts it again after {@link #stop()}, with the same instances of the reconcilers; does nothing
   * while it runs.
   *
   * @throws ManagerException if it cannot start; the message says what to do
   */
  public void start() {
    if (running == null) {
      requests.restart();
      running = manager.get();
    }
  }

  /** Stops it as SIGTERM would: passes that run may end. */
  public void stop() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /**
   * Waits until the operator has asked the API server for nothing in all of that time. Watches are
   * left out, and a lease; Helm's requests are not seen. With a {@link TestKit#period} of which the
   * time holds several, this shows that a pass that finds nothing to do sends nothing.
   *
   * @throws AssertionError if it goes on asking; the message has the last requests
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
   * Stops it, and deletes its namespace unless that was given to it.
   *
   * @see ScratchNamespace#close
   */
  @Override
  public void close() {
    stop();
    afterwards.run();
  }
}
