package dev.catamaran.tenants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** What is destroyed, and what is made anew, is so on fresh knowledge. */
class TenantsDestroyIT extends Tenants {
  private static final String API = "cache.my.domain/v1alpha1";
  private static final String KIND = "Memcached";
  private static final int MANY = 500;

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
                "makes 500 Memcacheds and deletes them at once",
                TenantsDestroyIT::comeAndGo,
                TenantsDestroyIT::awaitNothingLeft)
            .besideMemcached());
  }

  private static void comeAndGo(TestNamespace tenant) {
    IntStream.range(0, MANY)
        .parallel()
        .forEach(
            number -> {
              var brief = new GenericKubernetesResource();
              brief.setApiVersion(API);
              brief.setKind(KIND);
              brief.setMetadata(
                  new ObjectMetaBuilder()
                      .withName("brief-" + number)
                      .withNamespace(tenant.name())
                      .build());
              brief.setAdditionalProperty("spec", Map.of("replicaCount", 1));
              tenant.client().resource(brief).create();
              tenant.client().resource(brief).delete();
            });
  }

  /** Those that were deployed before they were deleted have to be uninstalled. */
  private static void awaitNothingLeft(TestNamespace tenant) {
    Awaitility.await("nothing is left of what was deleted")
        .atMost(Duration.ofMinutes(6))
        .ignoreExceptions()
        .untilAsserted(() -> assertEquals(List.of(), left(tenant)));
  }

  private static List<String> left(TestNamespace tenant) {
    KubernetesClient client = tenant.client();
    var place = tenant.name();
    return Stream.<HasMetadata>concat(
            client
                .genericKubernetesResources(API, KIND)
                .inNamespace(place)
                .list()
                .getItems()
                .stream(),
            Stream.concat(
                client.apps().deployments().inNamespace(place).list().getItems().stream(),
                client
                    .secrets()
                    .inNamespace(place)
                    .withLabel("owner", "helm")
                    .list()
                    .getItems()
                    .stream()))
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .sorted()
        .toList();
  }
}
