package dev.catamaran.it;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.RequestLog;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** Waits until nothing happens any more that an earlier event causes. */
public final class Rest {
  private Rest() {}

  /**
   * Waits until the operator sends no request for all of {@code time}, except watches and requests
   * for its lease. A late event of the cluster restarts the time. An operator that sends a request
   * in each period never comes to rest.
   *
   * @param time several periods of the operator
   */
  public static void ofOperator(RequestLog requests, Duration time) {
    eventually(
        () -> {
          requests.restart();
          throughout(time, () -> assertEquals(List.of(), requests.beyondUpkeep()));
        });
  }

  /**
   * Waits until no definition is being deleted, such as one of an earlier test: each operator asks
   * for the kinds of the cluster again after a definition is gone.
   */
  public static void ofDefinitions(KubernetesClient client) {
    eventually(
        () ->
            assertEquals(
                List.of(),
                client.resources(CustomResourceDefinition.class).list().getItems().stream()
                    .filter(CustomResourceDefinition::isMarkedForDeletion)
                    .map(definition -> definition.getMetadata().getName())
                    .toList()));
  }
}
