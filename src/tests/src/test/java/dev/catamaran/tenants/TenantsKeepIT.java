package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a tenant writes beside custom resources is bounded where it is read, and where it is kept.
 */
class TenantsKeepIT extends Tenants {
  private static final String OPERATOR = "catamaran.dev/operator";
  private static final int LARGE = 900_000;

  /** As of the API (apimachinery, meta/v1/micro_time.go). */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final Random NOISE = new Random(2);

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
            "labels 250 Secrets of 0.9 MB, without a revision, as those of its release",
            tenant -> {
              tenant.deploy("Widget", "one", "{color: red}");
              for (int i = 0; i < 250; i++) {
                create(
                    tenant,
                    new SecretBuilder()
                        .withNewMetadata()
                        .withName("history-" + i)
                        .withLabels(Map.of("owner", "helm", "name", "one", "status", "superseded"))
                        .endMetadata()
                        .addToData("other", noise(680_000))
                        .build());
              }
              tenant.apply("Widget", "one", "{color: green}");
            },
            tenant -> awaitMessage(tenant, "one", "have more than 28 MiB")),
        Misbehaviour.of(
            "writes 300 warnings of 0.2 MB about a claim that waits",
            tenant -> {
              tenant.apply("Widget", "one", Serialization.asJson(Map.of("raw", CLAIM)));
              eventually(() -> tenant.existing(PersistentVolumeClaim.class, "waiting"));
              var uid = tenant.existing(PersistentVolumeClaim.class, "waiting").getMetadata();
              for (int i = 0; i < 300; i++) {
                create(
                    tenant,
                    new EventBuilder()
                        .withNewMetadata()
                        .withName("warning-" + i)
                        .addToAnnotations("text", "x".repeat(200_000))
                        .endMetadata()
                        .withNewRegarding()
                        .withKind("PersistentVolumeClaim")
                        .withName("waiting")
                        .withNamespace(tenant.name())
                        .withUid(uid.getUid())
                        .endRegarding()
                        .withType("Warning")
                        .withReason("Waiting")
                        .withAction("Wait")
                        .withNote("somebody wrote this")
                        .withReportingController("example.com/tenant")
                        .withReportingInstance("tenant")
                        .withNewEventTime(MICRO_TIME.format(Instant.now()))
                        .build());
              }
              tenant.annotate("Widget", "one", "example.com/look", "again");
            },
            tenant -> tenant.awaitReason("Widget", "one", "Deployed", "InstallSuccessful")),
        Misbehaviour.of(
            "takes values from 250 ConfigMaps of 0.9 MB",
            tenant -> {
              for (int i = 0; i < 250; i++) {
                create(tenant, large("values-" + i).addToData("values.yaml", "{}").build());
              }
              for (int i = 0; i < 10; i++) {
                int first = 25 * i;
                var names =
                    IntStream.range(first, first + 25)
                        .mapToObj(each -> "ConfigMap/values-" + each)
                        .collect(Collectors.joining(","));
                tenant.apply("Widget", "takes-" + i, "{}");
                tenant.annotate("Widget", "takes-" + i, "catamaran.dev/values-from", names);
              }
            },
            tenant -> {
              tenant.deploy("Widget", "whole", "{color: red}");
              eventually(
                  () ->
                      assertTrue(
                          IntStream.range(0, 10)
                              .mapToObj(i -> tenant.condition("Widget", "takes-" + i, "Stalled"))
                              .anyMatch(found -> "ValuesUnavailable".equals(found.get("reason")))));
            }),
        Misbehaviour.of(
            "labels 250 ConfigMaps whose owner has a name of 0.9 MB",
            tenant -> {
              tenant.deploy("Widget", "one", "{color: red}");
              var labels = tenant.existing(ConfigMap.class, "one-colors").getMetadata().getLabels();
              var owner =
                  new OwnerReference("a.example/v1", null, null, "A", "a".repeat(LARGE), "u");
              for (int i = 0; i < 250; i++) {
                create(
                    tenant,
                    new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("labelled-" + i)
                        .addToLabels(OPERATOR, requireNonNull(labels.get(OPERATOR)))
                        .withOwnerReferences(owner)
                        .endMetadata()
                        .build());
              }
            },
            tenant -> {
              tenant.delete(ConfigMap.class, "one-colors");
              eventually(() -> assertEquals(Map.of("color", "red"), tenant.data("one-colors")));
            }));
  }

  private static final String CLAIM =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: waiting}
      spec: {storageClassName: none, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """;

  private static ConfigMapBuilder large(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("text", noise(680_000));
  }

  private static void create(TestNamespace tenant, HasMetadata object) {
    tenant.client().resource(object).inNamespace(tenant.name()).create();
  }

  private static String noise(int bytes) {
    var noise = new byte[bytes];
    NOISE.nextBytes(noise);
    return Base64.getEncoder().encodeToString(noise);
  }

  private static void awaitMessage(TestNamespace tenant, String primary, String part) {
    eventually(
        () -> {
          var ready = tenant.condition("Widget", primary, "Ready");
          assertTrue(ready.getOrDefault("message", "").contains(part), ready::toString);
        });
  }
}
