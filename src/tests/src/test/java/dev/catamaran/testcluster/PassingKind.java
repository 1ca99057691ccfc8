package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;

/**
 * A kind named {@code Passing}. Tests define it and delete it.
 *
 * @param namespace makes the API group unique
 */
public record PassingKind(TestNamespace namespace) {

  /** Its group and version. */
  public String apiVersion() {
    return group() + "/v1";
  }

  /** Creates the CRD, and waits until the API server serves it. */
  public void define() {
    var definition =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: passings.GROUP}
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

  private String group() {
    return namespace.name() + ".catamaran.dev";
  }
}
