package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Refusals by the API server, each of which concerns one of several objects. */
final class Refusals {
  private Refusals() {}

  /**
   * Calls {@code action} for each object, also after a refusal for another one.
   *
   * @throws KubernetesClientException after the last object, with the messages of all refusals and
   *     the code of the first; at once, if the API server cannot be reached or fails
   */
  static <T> void deferring(List<T> objects, Consumer<T> action) {
    var refusals = new ArrayList<KubernetesClientException>();
    for (var object : objects) {
      try {
        action.accept(object);
      } catch (KubernetesClientException e) {
        if (!LiveObjects.isRefusal(e)) {
          throw e;
        }
        refusals.add(e);
      }
    }
    if (!refusals.isEmpty()) {
      throw combined(refusals);
    }
  }

  private static KubernetesClientException combined(List<KubernetesClientException> refusals) {
    var first = refusals.getFirst();
    if (refusals.size() == 1) {
      return first;
    }
    var messages =
        refusals.stream().map(Refusals::message).distinct().collect(Collectors.joining("; "));
    var status =
        Optional.ofNullable(first.getStatus())
            .map(StatusBuilder::new)
            .orElseGet(StatusBuilder::new);
    var combined =
        new KubernetesClientException(
            messages, first.getCode(), status.withMessage(messages).build());
    refusals.forEach(combined::addSuppressed);
    return combined;
  }

  private static String message(KubernetesClientException refusal) {
    return LiveObjects.answer(refusal).orElseGet(() -> String.valueOf(refusal.getMessage()));
  }
}
