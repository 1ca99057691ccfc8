package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import org.junit.jupiter.api.Test;

class SentenceTest {
  private final KubernetesClientException refusal =
      new KubernetesClientException(
          "Failure executing: POST at: https://10.0.0.1/api. Message: exceeded quota",
          403,
          new StatusBuilder().withMessage("exceeded quota").build());

  @Test
  void isTheMessageOfTheApiServer() {
    assertEquals("exceeded quota", Sentence.of(refusal));
  }

  @Test
  void isTheMessageOfTheWrappedCause() {
    assertEquals("exceeded quota", Sentence.of(new OperatorException(refusal)));
  }

  @Test
  void isNeverEmpty() {
    assertEquals("no such chart", Sentence.of(new IllegalStateException("no such chart")));
    assertEquals("IllegalStateException", Sentence.of(new IllegalStateException()));
    assertEquals("IllegalStateException", Sentence.of(new IllegalStateException(" ")));
  }
}
