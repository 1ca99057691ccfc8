package dev.catamaran.samples.ptemplate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

/** Compares each field with the objects of the original operator. */
class DesiredObjectsTest {

  @Test
  void theModuleOfAFullPtemplateHasAllFields() {
    assertEquals(
        tree(
            """
            apiVersion: kmm.sigs.x-k8s.io/v1beta1
            kind: Module
            metadata: {name: sample, namespace: default}
            spec:
              devicePlugin: {container: {image: "example.com/plugin:1"}}
              moduleLoader:
                container:
                  imagePullPolicy: Always
                  kernelMappings:
                  - regexp: "^.+$"
                    containerImage: "quay.io/chrisp262/pt-char-dev:${KERNEL_FULL_VERSION}-sb"
                  modprobe:
                    moduleName: ptemplate_char_dev
                    parameters: ["max_dev=7", "default_msg=ahoy"]
              imageRepoSecret: {name: pull}
              selector: {node: worker}
            """),
        tree(Serialization.asYaml(KernelModule.of(Samples.ptemplate(Samples.MOST)))));
  }

  @Test
  void theModuleOfAMinimalPtemplateHasDefaultsAndNoSecret() {
    var spec =
        tree(Serialization.asYaml(KernelModule.of(Samples.ptemplate(Samples.LEAST)))).path("spec");
    assertEquals(true, spec.path("imageRepoSecret").isMissingNode());
    assertEquals(
        tree("[max_dev=5, default_msg=]"), spec.at("/moduleLoader/container/modprobe/parameters"));
    assertEquals(
        "quay.io/chrisp262/pt-device-plugin:latest",
        spec.at("/devicePlugin/container/image").asText());
  }

  @Test
  void theDaemonSetOfAFullPtemplateHasAllFields() {
    assertEquals(
        tree(
            """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: sample-consumer, namespace: default, labels: {app: sample}}
            spec:
              selector: {matchLabels: {app: sample}}
              template:
                metadata: {labels: {app: sample, app.kubernetes.io/managed-by: ptemplate}}
                spec:
                  containers:
                  - name: consumer
                    image: "example.com/consumer:1"
                    imagePullPolicy: Always
                    securityContext: {privileged: true}
                    resources: {limits: {example.com/ptemplate: "2"}}
                    volumeMounts: [{name: host-dev, mountPath: /hostdev}]
                  imagePullSecrets: [{name: pull}]
                  nodeSelector: {node: worker}
                  volumes: [{name: host-dev, hostPath: {path: /dev}}]
            """),
        tree(Serialization.asYaml(ConsumerDaemonSet.of(Samples.ptemplate(Samples.MOST)))));
  }

  @Test
  void theDaemonSetOfAMinimalPtemplateHasDefaultsAndNoSecret() {
    var pod =
        tree(Serialization.asYaml(ConsumerDaemonSet.of(Samples.ptemplate(Samples.LEAST))))
            .at("/spec/template/spec");
    assertEquals(true, pod.path("imagePullSecrets").isMissingNode());
    assertEquals("1", pod.at("/containers/0/resources/limits/example.com~1ptemplate").asText());
    assertEquals(
        "quay.io/chrisp262/pt-device-plugin:consumer-latest",
        pod.at("/containers/0/image").asText());
  }

  private static JsonNode tree(String yaml) {
    return Serialization.unmarshal("---\n" + yaml, JsonNode.class);
  }
}
