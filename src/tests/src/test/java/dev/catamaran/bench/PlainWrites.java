package dev.catamaran.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Plain clients: they write the primary, the objects with their owner, the Secret of the revision
 * before and after them, and the status. An operator with Helm cannot do less.
 */
final class PlainWrites implements Orders.Work {
  private final KubernetesClient client;
  private final String namespace;
  private final RenderedChart chart;
  private final Map<String, GenericKubernetesResource> primaries = new ConcurrentHashMap<>();

  private PlainWrites(KubernetesClient client, String namespace, RenderedChart chart) {
    this.client = client;
    this.namespace = namespace;
    this.chart = chart;
  }

  /**
   * Follows the orders on the standard input.
   *
   * @param arguments kubeconfig, namespace, file of the rendered chart
   */
  public static void main(String[] arguments) throws IOException {
    var config = Config.fromKubeconfig(Files.readString(Path.of(arguments[0])));
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      Orders.follow(
          new PlainWrites(client, arguments[1], RenderedChart.read(Path.of(arguments[2]))));
    }
  }

  @Override
  public void install(String release) {
    var primary = client.resource(Primaries.named(release, namespace)).create();
    var owner =
        new OwnerReferenceBuilder()
            .withApiVersion(primary.getApiVersion())
            .withKind(primary.getKind())
            .withName(release)
            .withUid(primary.getMetadata().getUid())
            .build();
    var secret = client.resource(revision(release, 1, "pending-install")).create();
    for (var object : chart.forRelease(release)) {
      object.getMetadata().setNamespace(namespace);
      object.getMetadata().setOwnerReferences(List.of(owner));
      client.resource(object).create();
    }
    setStatus(secret, "deployed");
    tell(primary, "InstallSuccessful");
  }

  @Override
  public void change(String release) {
    var secret = client.resource(revision(release, 2, "pending-upgrade")).create();
    client
        .services()
        .inNamespace(namespace)
        .withName(Site.object(release))
        .patch(
            PatchContext.of(PatchType.JSON),
            "[{\"op\":\"replace\",\"path\":\"/spec/ports/0/port\",\"value\":%d}]"
                .formatted(Orders.CHANGED_PORT));
    setStatus(revision(release, 1, "deployed"), "superseded");
    setStatus(secret, "deployed");
    tell(known(release), "UpgradeSuccessful");
  }

  @Override
  public void uninstall(String release) {
    for (var object : chart.forRelease(release)) {
      object.getMetadata().setNamespace(namespace);
      client.resource(object).delete();
    }
    for (int number = 1; number <= 2; number++) {
      client.resource(revision(release, number, "")).delete();
    }
    client.resource(known(release)).delete();
  }

  private GenericKubernetesResource known(String release) {
    return Objects.requireNonNull(primaries.get(release), release);
  }

  private void setStatus(Secret secret, String status) {
    var named = client.secrets().inNamespace(namespace).withName(secret.getMetadata().getName());
    named.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"labels\":{\"status\":\"%s\"}},\"stringData\":{\"release\":\"%s\"}}"
            .formatted(status, chart.payload()));
  }

  private void tell(GenericKubernetesResource primary, String reason) {
    primary.setAdditionalProperty(
        "status",
        Map.of(
            "conditions", List.of(Map.of("type", "Deployed", "status", "True", "reason", reason))));
    primaries.put(primary.getMetadata().getName(), client.resource(primary).updateStatus());
  }

  private Secret revision(String release, int number, String status) {
    return new SecretBuilder()
        .withMetadata(
            new ObjectMetaBuilder()
                .withName("sh.helm.release.v1.%s.v%d".formatted(release, number))
                .withNamespace(namespace)
                .withLabels(
                    Map.of(
                        "owner",
                        "helm",
                        "name",
                        release,
                        "status",
                        status,
                        "version",
                        Integer.toString(number)))
                .build())
        .withType("helm.sh/release.v1")
        .withStringData(Map.of("release", chart.payload()))
        .build();
  }
}
