package dev.catamaran.trial;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the API server refuse changes and deletions of ConfigMaps in a namespace by the operator,
 * like an admission webhook. Closing it ends this.
 */
public final class Denial implements AutoCloseable {
  private static final String REASON = "not on a Friday";

  private final TestNamespace namespace;
  private final List<GenericKubernetesResource> objects;

  private Denial(TestNamespace namespace, List<GenericKubernetesResource> objects) {
    this.namespace = namespace;
    this.objects = objects;
  }

  /**
   * Creates the refusal, and waits until it is active. It also refuses dry runs of all users, so
   * that this method can test it.
   */
  public static Denial of(TestNamespace namespace, ConfigMap example) {
    var objects =
        Stream.of(POLICY, BINDING)
            .map(text -> text.replace("NAME", namespace.name()))
            .map(text -> text.replace("REASON", REASON))
            .map(text -> text.replace("USER", namespace.identity().user()))
            .map(text -> Serialization.unmarshal(text, GenericKubernetesResource.class))
            .toList();
    objects.forEach(object -> namespace.client().resource(object).create());
    eventually(
        () ->
            assertThrows(
                KubernetesClientException.class,
                () -> namespace.client().resource(example).dryRun(true).delete()));
    return new Denial(namespace, objects);
  }

  /** The message of the API server. */
  public String reason() {
    return REASON;
  }

  @Override
  public void close() {
    objects.reversed().forEach(object -> namespace.client().resource(object).delete());
  }

  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: NAME}
      spec:
        matchConstraints:
          resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [UPDATE, DELETE], resources: [configmaps]}
        validations:
          - expression: "request.userInfo.username != 'USER' && !request.dryRun"
            message: REASON
      """;

  private static final String BINDING =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: NAME}
      spec:
        policyName: NAME
        validationActions: [Deny]
        matchResources:
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAME}}
      """;
}
