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
 * One object by kind and name, existing or not. Each method calls the API server; a refusal throws
 * a {@link KubernetesClientException}.
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

  /** Returns the current object; empty if it does not exist. */
  public Optional<T> find() {
    return Optional.ofNullable(resource.get());
  }

  /**
   * Returns the current object.
   *
   * @throws AssertionError if it does not exist
   */
  public T get() {
    return find().orElseThrow(() -> new AssertionError(absent()));
  }

  /** Changes the object; sends only the changes. */
  public T edit(Consumer<? super T> change) {
    return resource.edit(
        found -> {
          change.accept(found);
          return found;
        });
  }

  /**
   * Patches the object.
   *
   * @param yaml a merge patch: keeps fields that it does not name, and null deletes a field
   */
  public T patch(String yaml) {
    // The client takes text that starts with a brace for JSON.
    return resource.patch(PatchContext.of(PatchType.JSON_MERGE), "---\n" + yaml);
  }

  /** Deletes the object, without waiting. */
  public void delete() {
    resource.delete();
  }

  /**
   * Waits until the object exists and meets the expectation. An expectation that throws is not met
   * yet.
   *
   * @return the object at that time
   * @throws AssertionError after the timeout; the message has the object as YAML
   */
  public T await(Predicate<? super T> expected) {
    return patience.until(name + " as expected", () -> look(expected));
  }

  /**
   * Waits until the object has {@code Ready=True} for its current spec.
   *
   * @return the object at that time
   * @throws AssertionError after the timeout; the message has the object as YAML
   */
  public T awaitReady() {
    return patience.until(name + " to be ready", () -> look(found -> observed(found).isReady()));
  }

  /**
   * Waits until the object is deleted.
   *
   * @throws AssertionError if it still exists after the timeout; the message has the object as YAML
   */
  public void awaitGone() {
    patience.until(
        name + " to go",
        () ->
            find()
                .<Look<Boolean>>map(found -> new Look.NotYet<>(() -> observed(found).describe()))
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
          : new Look.NotYet<>(() -> observed(found).describe());
    } catch (RuntimeException | AssertionError e) {
      return new Look.NotYet<>(() -> e + "\n" + observed(found).describe());
    }
  }

  private ObservedObject observed(T found) {
    return new ObservedObject(serialization, found);
  }

  private String absent() {
    return "there is no " + name;
  }
}
