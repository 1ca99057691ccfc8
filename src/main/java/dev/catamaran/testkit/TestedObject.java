package dev.catamaran.testkit;

import dev.catamaran.testkit.Patience.Look;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One object by its kind and name, there or not. Each method asks the API server; what it refuses
 * throws a {@link KubernetesClientException}.
 *
 * @param <T> the object's class
 */
public final class TestedObject<T extends HasMetadata> {
  private final Resource<T> resource;
  private final String name;
  private final KubernetesSerialization serialization;
  private final Patience patience;

  /**
   * @param name kind, name and place, for messages
   */
  TestedObject(
      Resource<T> resource, String name, KubernetesSerialization serialization, Patience patience) {
    this.resource = resource;
    this.name = name;
    this.serialization = serialization;
    this.patience = patience;
  }

  /** The object as it is now; empty if there is none. */
  public Optional<T> find() {
    return Optional.ofNullable(resource.get());
  }

  /**
   * The object as it is now.
   *
   * @throws AssertionError if there is none
   */
  public T get() {
    return find().orElseThrow(() -> new AssertionError(absent()));
  }

  /** Changes it; only what was changed is sent. */
  public T edit(Consumer<? super T> change) {
    return resource.edit(
        found -> {
          change.accept(found);
          return found;
        });
  }

  /**
   * Changes a part of it.
   *
   * @param yaml a merge patch: what it does not name stays, and null takes away
   */
  public T patch(String yaml) {
    // Text that begins with a brace would be taken for JSON.
    return resource.patch(PatchContext.of(PatchType.JSON_MERGE), "---\n" + yaml);
  }

  /** Deletes it, without waiting. */
  public void delete() {
    resource.delete();
  }

  /**
   * Waits until it is there and as expected. An expectation that throws does not hold yet.
   *
   * @return the object as it was then
   * @throws AssertionError if that does not come; the message has the object as YAML
   */
  public T await(Predicate<? super T> expected) {
    return patience.until(name + " as expected", () -> look(expected));
  }

  /**
   * Waits until it has {@code Ready=True}, said of its present spec.
   *
   * @return the object as it was then
   * @throws AssertionError if that does not come; the message has the object as YAML
   */
  public T awaitReady() {
    return patience.until(name + " to be ready", () -> look(found -> sight(found).isReady()));
  }

  /**
   * Waits until it is gone.
   *
   * @throws AssertionError if it stays; the message has the object as YAML
   */
  public void awaitGone() {
    patience.until(
        name + " to go",
        () ->
            find()
                .<Look<Boolean>>map(found -> new Look.NotYet<>(() -> sight(found).describe()))
                .orElseGet(() -> new Look.Good<>(true)));
  }

  private Look<T> look(Predicate<? super T> expected) {
    var found = resource.get();
    if (found == null) {
      return new Look.NotYet<>(this::absent);
    }
    try {
      return expected.test(found)
          ? new Look.Good<>(found)
          : new Look.NotYet<>(() -> sight(found).describe());
    } catch (RuntimeException | AssertionError e) {
      return new Look.NotYet<>(() -> e + "\n" + sight(found).describe());
    }
  }

  private ObservedObject sight(T found) {
    return new ObservedObject(serialization, found);
  }

  private String absent() {
    return "there is no " + name;
  }
}
