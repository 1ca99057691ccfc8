package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefusedWritesTest {
  private static final String NO_RIGHT =
      "widgets.test.catamaran.dev \"a\" is forbidden: User \"op\" cannot patch resource \"widgets/status\"";

  private final List<Occurrence> events = new ArrayList<>();
  private final EventRecorder recorder = events::add;
  private final RefusedWrites refused =
      new RefusedWrites(GroupVersionKind.parse("test.catamaran.dev/v1", "Widget"), recorder);

  @Test
  void isToldOnEachPrimaryThatMayNotBeWritten() {
    refused.failedReconciliation(primary("a"), refusal("a", NO_RIGHT), Map.of());
    refused.failedReconciliation(
        primary("b"), new OperatorException(refusal("b", NO_RIGHT)), Map.of());

    assertEquals(2, refused.count());
    assertEquals(
        List.of("Forbidden", "Forbidden"), events.stream().map(Occurrence::reason).toList());
    assertEquals(
        "the operator may not write this object, so its status is not current: " + NO_RIGHT,
        events.getFirst().note());
  }

  @Test
  void endsWithTheNextWholePass() {
    refused.failedReconciliation(primary("a"), refusal("a", NO_RIGHT), Map.of());
    refused.finishedReconciliation(primary("b"), Map.of());
    assertEquals(1, refused.count());

    refused.finishedReconciliation(primary("a"), Map.of());

    assertEquals(0, refused.count());
  }

  /** Such a refusal says nothing of the operator's permissions. */
  @Test
  void isNotAnotherFailure() {
    for (var failure :
        List.of(
            refusal("a", "admission webhook \"w\" denied the request"),
            refusal("other", NO_RIGHT),
            new KubernetesClientException("unreachable"),
            new IllegalStateException("of an extension"))) {
      refused.failedReconciliation(primary("a"), failure, Map.of());
    }

    assertEquals(0, refused.count());
    assertEquals(List.of(), events);
  }

  private static GenericKubernetesResource primary(String name) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("test.catamaran.dev/v1")
        .withKind("Widget")
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .build();
  }

  private static KubernetesClientException refusal(String name, String message) {
    var status =
        new StatusBuilder()
            .withCode(403)
            .withMessage(message)
            .withNewDetails()
            .withGroup("test.catamaran.dev")
            .withKind("widgets")
            .withName(name)
            .endDetails()
            .build();
    return new KubernetesClientException(message, 403, status);
  }
}
