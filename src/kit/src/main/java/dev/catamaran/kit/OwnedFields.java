package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.SSABasedGenericKubernetesResourceMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Our part of a live object, and the desired one.
 *
 * @param live those fields of the live object that our field manager applied
 * @param desired fields to apply
 */
record OwnedFields(Map<String, Object> live, Map<String, Object> desired) {

  /**
   * Compares by the managed fields that the API server keeps.
   *
   * @return empty if our field manager never applied the object, or its fields cannot be determined
   */
  static Optional<OwnedFields> of(HasMetadata live, HasMetadata desired, Context<?> context) {
    var reader = new Reader();
    try {
      reader.matches(live, desired, context);
    } catch (IllegalStateException e) {
      // The SDK throws this if managed fields name a list item that does not exist.
      return Optional.empty();
    }
    return reader.found;
  }

  /**
   * Whether the live fields equal the desired ones. They do not if the API server words a value
   * differently.
   */
  boolean areEqual() {
    return live.equals(desired);
  }

  /** Uses the SDK's parser of managed fields, but not its decision. */
  private static final class Reader extends SSABasedGenericKubernetesResourceMatcher<HasMetadata> {
    private Optional<OwnedFields> found = Optional.empty();

    @Override
    protected boolean matches(
        Map<String, Object> live,
        Map<String, Object> desired,
        HasMetadata liveObject,
        HasMetadata desiredObject,
        Context<?> context) {
      found = Optional.of(new OwnedFields(withoutNulls(live), withoutNulls(desired)));
      return true;
    }
  }

  /** Applying null is the same as applying nothing. */
  private static Map<String, Object> withoutNulls(Map<?, ?> map) {
    var copy = new LinkedHashMap<String, Object>();
    map.forEach(
        (key, value) -> {
          if (value != null) {
            copy.put(String.valueOf(key), plain(value));
          }
        });
    return copy;
  }

  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      return withoutNulls(map);
    }
    if (value instanceof List<?> list) {
      var copy = new ArrayList<Object>();
      list.forEach(item -> copy.add(item == null ? "null" : plain(item)));
      return copy;
    }
    return value;
  }
}
