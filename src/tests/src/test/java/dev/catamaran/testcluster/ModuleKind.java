package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;

/** The kind Module of Kernel Module Management. A test gets the real CRD from its Go module. */
public final class ModuleKind {
  private static final String GROUP = "kmm.sigs.x-k8s.io";
  private static final String VERSION = "v1beta1";
  private static final String DEFINITION = "modules." + GROUP;
  private static final String DEVICE = "example.com~1ptemplate";

  private ModuleKind() {}

  /** Installs the CRD, and the CRD of Ptemplate. */
  public static void install(KubernetesClient client) {
    new Sample(Path.of("samples/ptemplate")).install(client);
  }

  /** Deletes the CRD, and all Modules with it. */
  public static void uninstall(KubernetesClient client) {
    var definition = client.resources(CustomResourceDefinition.class).withName(DEFINITION);
    definition.delete();
    eventually(() -> assertNull(definition.get()));
  }

  /** A Module of that name. */
  public static Resource<GenericKubernetesResource> of(TestNamespace namespace, String name) {
    return all(namespace).withName(name);
  }

  private static NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(TestNamespace namespace) {
    return namespace
        .client()
        .genericKubernetesResources(KindContexts.namespaced(GROUP, VERSION, "Module", "modules"))
        .inNamespace(namespace.name());
  }

  /** Creates a Module that another owner wrote. */
  public static GenericKubernetesResource create(TestNamespace namespace, String name) {
    var yaml =
        """
        apiVersion: %s
        kind: Module
        metadata: {name: %s, namespace: %s}
        spec:
          moduleLoader: {container: {modprobe: {moduleName: other}, kernelMappings: [{regexp: "^.+$", containerImage: "other:1"}]}}
          selector: {of: somebody}
        """
            .formatted(GROUP + "/" + VERSION, name, namespace.name());
    var module = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    return all(namespace).resource(module).create();
  }

  /** Adds a label and the capacity for devices to all nodes. */
  public static void labelNodes(KubernetesClient client, String label) {
    for (var node : client.nodes().list().getItems()) {
      client
          .resource(node)
          .subresource("status")
          .patch(
              PatchContext.of(PatchType.JSON),
              "[{\"op\":\"add\",\"path\":\"/status/capacity/%s\",\"value\":\"5\"},{\"op\":\"add\",\"path\":\"/status/allocatable/%s\",\"value\":\"5\"}]"
                  .formatted(DEVICE, DEVICE));
      client
          .resource(node)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"metadata\":{\"labels\":{\"%s\":\"true\"}}}".formatted(label));
    }
  }

  /** Removes the label from all nodes. */
  public static void unlabelNodes(KubernetesClient client, String label) {
    for (var node : client.nodes().withLabel(label).list().getItems()) {
      client
          .resource(node)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"metadata\":{\"labels\":{\"%s\":null}}}".formatted(label));
    }
  }
}
