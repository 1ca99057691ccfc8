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
 * Our part of a live object, beside what is desired of it.
 *
 * @param live those fields of the live object that our field manager applied
 * @param desired what is to be applied
 */
record OwnedFields(Map<String, Object> live, Map<String, Object> desired) {

  /**
   * Compares by the managed fields that the API server keeps.
   *
   * @return empty if our field manager never applied the object, or its fields cannot be told
   */
  static Optional<OwnedFields> of(HasMetadata live, HasMetadata desired, Context<?> context) {
    var reader = new Reader();
    try {
      reader.matches(live, desired, context);
    } catch (IllegalStateException e) {
      // The SDK's way to say that managed fields name a list item that is not there.
      return Optional.empty();
    }
    return reader.found;
  }

  /** Whether live is what is desired. Not so where the API server words a value differently. */
  boolean areEqual() {
    return live.equals(desired);
  }

  /** Uses the SDK's way through managed fields, and leaves the judgement to us. */
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

  /** To apply null is to apply nothing. */
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
