package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.ByteArrayInputStream;

/**
 * The kinds of other tools. A test gets the real CRDs from their Go modules; their controllers do
 * not run.
 */
public final class ForeignKinds {
  private ForeignKinds() {}

  /**
   * Installs the CRDs until the namespace is closed.
   *
   * @param tool {@code flux} or {@code argocd}
   */
  public static void define(TestNamespace namespace, String tool) {
    var client = namespace.client();
    var yaml = Script.run("src/tests/programs/foreign-crds", tool).succeeded();
    var objects = client.load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items();
    objects.forEach(object -> client.resource(object).forceConflicts().serverSideApply());
    namespace.atClose(() -> objects.forEach(object -> client.resource(object).delete()));
    objects.forEach(object -> release((CustomResourceDefinition) object, namespace));
    Discovery.awaitServed(client, objects);
  }

  /** No controller of the tool removes its finalizers, and they would keep the definition. */
  private static void release(CustomResourceDefinition definition, TestNamespace namespace) {
    var spec = definition.getSpec();
    var version = spec.getVersions().getFirst().getName();
    namespace
        .scratch()
        .releasing(new GroupVersionKind(spec.getGroup(), version, spec.getNames().getKind()));
  }
}
