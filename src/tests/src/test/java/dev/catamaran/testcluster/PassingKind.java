package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;

/**
 * A kind named {@code Passing}. Tests define it and delete it.
 *
 * @param namespace makes the API group unique
 * @param domain the end of the API group
 */
public record PassingKind(TestNamespace namespace, String domain) {

  /** A kind in a group below {@code catamaran.dev}. */
  public PassingKind(TestNamespace namespace) {
    this(namespace, "catamaran.dev");
  }

  /** A kind in a group below {@code k8s.io}, like the kinds of the Gateway API. */
  public static PassingKind belowKubernetes(TestNamespace namespace) {
    return new PassingKind(namespace, "k8s.io");
  }

  /** Its group and version. */
  public String apiVersion() {
    return group() + "/v1";
  }

  /**
   * Creates the CRD, and waits until the API server serves it. The CRD is deleted when the
   * namespace is closed.
   */
  public void define() {
    namespace.atClose(this::undefine);
    var definition =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: passings.GROUP
          # Required in a group below k8s.io.
          annotations: {api-approved.kubernetes.io: "unapproved, test"}
        spec:
          group: GROUP
          names: {kind: Passing, listKind: PassingList, plural: passings, singular: passing}
          scope: Namespaced
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """
            .replace("GROUP", group());
    namespace
        .client()
        .resource(Serialization.unmarshal(definition, CustomResourceDefinition.class))
        .create();
    eventually(() -> assertNotNull(namespace.client().getApiResources(apiVersion())));
  }

  /** Deletes the CRD, and with it all objects of the kind. */
  public void undefine() {
    var definition =
        namespace
            .client()
            .resources(CustomResourceDefinition.class)
            .withName("passings." + group());
    definition.delete();
    eventually(() -> assertNull(definition.get()));
  }

  /** An object of the kind, in the namespace. */
  public Resource<GenericKubernetesResource> object(String name) {
    return namespace
        .client()
        .genericKubernetesResources(apiVersion(), "Passing")
        .inNamespace(namespace.name())
        .withName(name);
  }

  private String group() {
    return namespace.name() + "." + domain;
  }
}
