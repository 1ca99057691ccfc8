package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;

/** The kinds of Flux. A test gets the real CRDs from its Go modules; its controllers do not run. */
public final class FluxKinds {
  private FluxKinds() {}

  /** Installs the CRDs until the namespace is closed. */
  public static void define(TestNamespace namespace) {
    var client = namespace.client();
    var yaml = Script.run("src/tests/programs/flux-crds").succeeded();
    var objects = client.load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items();
    objects.forEach(object -> client.resource(object).forceConflicts().serverSideApply());
    namespace.atClose(() -> objects.forEach(object -> client.resource(object).delete()));
    Discovery.awaitServed(client, objects);
  }
}
