package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DesiredObjectsTest {

  @Test
  void theDeploymentHasTheOriginalsFieldsAndNoOther() {
    assertEquals(
        Serialization.unmarshal(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              namespace: default
              name: dp-words
              labels: {app: words}
            spec:
              replicas: 3
              selector:
                matchLabels: {app: words}
              template:
                metadata:
                  labels: {app: words}
                spec:
                  containers:
                  - name: reversewords
                    image: quay.io/mavazque/reversewords:v0.1.1
                    ports:
                    - {name: reversewords, containerPort: 8080, protocol: TCP}
                    livenessProbe: &health
                      httpGet: {path: /health, port: 8080}
                      initialDelaySeconds: 5
                      timeoutSeconds: 2
                      periodSeconds: 15
                    readinessProbe: *health
            """,
            Deployment.class),
        ReverseWordsDeployment.of(Samples.app(3)));
  }

  @Test
  void theServiceHasTheOriginalsFieldsAndNoOther() {
    assertEquals(
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: Service
            metadata:
              namespace: default
              name: service-words
              labels: {app: words}
            spec:
              type: LoadBalancer
              selector: {app: words}
              ports:
              - {name: http, port: 8080, protocol: TCP}
            """,
            Service.class),
        ReverseWordsService.of(Samples.app(3)));
  }

  @Test
  void noReplicasMeanOne() {
    assertEquals(1, ReverseWordsDeployment.of(Samples.app(0)).getSpec().getReplicas());
  }

  @Test
  void replicasLeftOutAreNotOurs() {
    assertEquals(null, ReverseWordsDeployment.of(Samples.app(null)).getSpec().getReplicas());
    assertEquals(OptionalInt.empty(), Samples.app("words", null).wishes().size());
  }

  @Test
  void noVersionMeansTheNewest() {
    for (var spec :
        new ReverseWordsAppSpec[] {
          new ReverseWordsAppSpec(1, null), new ReverseWordsAppSpec(1, ""), null
        }) {
      assertEquals(
          "quay.io/mavazque/reversewords:latest",
          ReverseWordsDeployment.of(Samples.app("words", spec))
              .getSpec()
              .getTemplate()
              .getSpec()
              .getContainers()
              .getFirst()
              .getImage());
    }
  }
}
