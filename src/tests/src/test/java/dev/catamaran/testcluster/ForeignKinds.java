package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

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
    Discovery.awaitServed(client, objects);
  }
}
