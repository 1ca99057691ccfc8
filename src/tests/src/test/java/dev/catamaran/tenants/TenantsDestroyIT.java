package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The operator deletes and creates objects only after a fresh read. */
class TenantsDestroyIT extends Tenants {
  private static final String API = "cache.my.domain/v1alpha1";
  private static final String KIND = "Memcached";
  private static final int MANY = 500;

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
                "makes 500 Memcacheds and deletes them at once",
                TenantsDestroyIT::createAndDeleteMany,
                TenantsDestroyIT::awaitNothingLeft)
            .besideMemcached());
  }

  private static void createAndDeleteMany(TestNamespace tenant) {
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

  /** The operator must uninstall the primaries that it deployed before their deletion. */
  private static void awaitNothingLeft(TestNamespace tenant) {
    within(Duration.ofMinutes(6), () -> assertEquals(List.of(), left(tenant)));
  }

  /**
   * Asks for few: lists of hundreds at each look would delay the neighbour more than the operator.
   */
  private static List<String> left(TestNamespace tenant) {
    KubernetesClient client = tenant.client();
    var place = tenant.name();
    var few = new ListOptionsBuilder().withLimit(1L).build();
    return Stream.of(
            client.genericKubernetesResources(API, KIND).inNamespace(place).list(few),
            client.apps().deployments().inNamespace(place).list(few),
            client.secrets().inNamespace(place).withLabel("owner", "helm").list(few))
        .<HasMetadata>flatMap(list -> list.getItems().stream())
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .toList();
  }
}
