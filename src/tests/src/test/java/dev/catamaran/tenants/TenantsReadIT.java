package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Input of a tenant can harm only its own primary. */
class TenantsReadIT extends Tenants {
  private static final String DEPENDS_ON = "catamaran.dev/depends-on";
  private static final String VALUES_FROM = "catamaran.dev/values-from";
  private static final String ACCOUNT = "catamaran.dev/service-account-name";
  private static final String PERIOD = "helm.sdk.operatorframework.io/reconcile-period";
  private static final int LAYERS = 25;

  /** Compressed, 56 KB; in memory, two bytes for each letter. */
  private static final String LETTERS = "a".repeat(31 << 20) + "\u4e00";

  private static final String OPERATOR = "catamaran.dev/operator";

  /** Of 0.9 MB in Base64. */
  private static final int LARGE = 680_000;

  private static final Random NOISE = new Random(1);

  private static final int ACCOUNTS = 150;
  private static final int SELVES = 5;
  private static final String END = "{{ end }}";

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.quick(
            "writes a spec that is a list",
            tenant -> tenant.apply("Widget", "list", "[1, 2, 3]"),
            tenant -> tenant.awaitReason("Widget", "list", "Stalled", "InvalidSpec")),
        Misbehaviour.quick(
            "writes a tab before a word",
            tenant -> post(tenant, "tab", "{\"color\": \"\\tred\"}"),
            tenant ->
                eventually(
                    () -> assertEquals(Map.of("color", "\tred"), tenant.data("tab-colors")))),
        Misbehaviour.quick(
            "writes a key of 60000 characters",
            tenant -> post(tenant, "long", "{\"" + "k".repeat(60_000) + "\":1}"),
            tenant -> tenant.awaitReason("Widget", "long", "Ready", "AllReady")),
        Misbehaviour.quick(
            "nests a spec 1000 levels deep",
            tenant -> post(tenant, "deep", "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000)),
            tenant -> tenant.awaitReason("Widget", "deep", "Stalled", "PrimaryUnreadable")),
        Misbehaviour.quick(
            "renders text that is not YAML",
            tenant -> tenant.apply("Widget", "torn", "{raw: \"a: b: c: ]\"}"),
            tenant -> tenant.awaitReason("Widget", "torn", "Ready", "InstallError")),
        Misbehaviour.of(
            "evaluates texts that call themselves",
            tenant ->
                IntStream.range(0, SELVES)
                    .forEach(i -> evaluate(tenant, "self-" + i, "{{ tpl .Values.text . }}")),
            tenant -> awaitMessage(tenant, "self-0", "the engine")),
        Misbehaviour.of(
            "evaluates texts that do not fit into the memory",
            tenant -> {
              evaluate(tenant, "huge", "{{ repeat 1000000000 \"x\" }}");
              evaluate(tenant, "until", "{{ until 200000000 }}");
            },
            tenant -> awaitMessage(tenant, "huge", "the engine")),
        Misbehaviour.of(
            "evaluates a text that computes for ever",
            tenant -> evaluate(tenant, "long", "{{ range until 99999 }}".repeat(9) + END.repeat(9)),
            tenant -> awaitMessage(tenant, "long", "have not ended after 1m0s")),
        Misbehaviour.quick(
            "writes a value for which a pattern of the schema backtracks",
            tenant ->
                tenant.apply("Widget", "code", "{code: \"%s!\"}".formatted("a".repeat(50_000))),
            tenant -> tenant.awaitReason("Widget", "code", "Stalled", "InvalidValues")),
        Misbehaviour.of(
            "has primaries wait for others in 25 layers of 2",
            TenantsReadIT::layers,
            tenant -> tenant.awaitReason("Widget", "left-0", "Ready", "DependencyNotReady")),
        Misbehaviour.quick(
            "has primaries wait for each other",
            tenant -> {
              create(tenant, "one", DEPENDS_ON, "Widget.test.catamaran.dev/other");
              create(tenant, "other", DEPENDS_ON, "Widget.test.catamaran.dev/one");
            },
            tenant -> tenant.awaitReason("Widget", "other", "Stalled", "DependencyCycle")),
        Misbehaviour.quick(
            "takes values from 12000 objects by one annotation",
            // The limit of an annotation is 256 KiB.
            tenant -> create(tenant, "greedy", VALUES_FROM, configMaps(12_000)),
            tenant -> tenant.awaitReason("Widget", "greedy", "Stalled", "InvalidAnnotation")),
        Misbehaviour.of(
            "takes values from 2000 objects that do not exist",
            tenant ->
                IntStream.range(0, 20)
                    .forEach(i -> create(tenant, "greedy-" + i, VALUES_FROM, missing(i))),
            tenant ->
                IntStream.range(0, 20)
                    .forEach(
                        i ->
                            tenant.awaitReason(
                                "Widget", "greedy-" + i, "Stalled", "ValuesUnavailable"))),
        Misbehaviour.of(
            "chooses 150 service accounts that do not exist",
            tenant ->
                IntStream.range(0, ACCOUNTS)
                    .forEach(i -> create(tenant, "acts-" + i, ACCOUNT, "account-" + i)),
            tenant ->
                IntStream.range(0, ACCOUNTS)
                    .forEach(i -> tenant.awaitReason("Widget", "acts-" + i, "Ready", "Forbidden"))),
        Misbehaviour.quick(
            "asks for a period of 200000 digits",
            tenant -> create(tenant, "slow", PERIOD, "1".repeat(200_000)),
            tenant -> tenant.awaitReason("Widget", "slow", "Stalled", "InvalidAnnotation")),
        Misbehaviour.of(
            "stores a release whose notes are one letter and a wide one, 31 MiB of it",
            tenant -> {
              tenant.deploy("Widget", "bomb", "{color: red}");
              StoredRelease.forge(
                  tenant, "bomb", 1, release -> release.withObject("/info").put("notes", LETTERS));
            },
            tenant ->
                tenant.awaitReason(
                    "Widget", "bomb", "Irreconcilable", "ReleaseUnreadable", "heap of")),
        Misbehaviour.of(
            "stores ten releases of nobody with notes of 31 MiB",
            tenant ->
                bombs(tenant, 10, release -> release.withObject("/info").put("notes", LETTERS)),
            tenant -> tenant.deploy("Widget", "whole", "{color: red}")),
        Misbehaviour.of(
            "stores 40 releases of nobody with all that fits into the limits",
            tenant ->
                bombs(
                    tenant,
                    40,
                    release -> {
                      var fitting = LETTERS.substring(LETTERS.length() - (2 << 20));
                      release.withObject("/info").put("notes", fitting).put("description", fitting);
                      release
                          .withObject("/chart/metadata/annotations")
                          .put("catamaran.dev/secret-values", "");
                      release.withObject("/config").put("secret", fitting);
                    }),
            tenant -> tenant.deploy("Widget", "whole", "{color: red}")),
        Misbehaviour.of(
            "labels 250 Secrets of 0.9 MB as revisions of its release",
            tenant -> {
              tenant.deploy("Widget", "one", "{color: red}");
              var labels = Map.of("owner", "helm", "name", "one", "status", "superseded");
              for (int i = 0; i < 250; i++) {
                var text = Base64.getEncoder().encodeToString(noise(LARGE));
                create(
                    tenant,
                    new SecretBuilder()
                        .withMetadata(named("history-" + i, labels))
                        .addToData("release", text)
                        .build());
              }
              tenant.apply("Widget", "one", "{color: green}");
            },
            tenant -> awaitMessage(tenant, "one", "have more than 28 MiB")),
        Misbehaviour.of(
            "labels 300 ConfigMaps of 0.9 MB as objects of the operator",
            tenant -> labelled(tenant, 300, LARGE, 0),
            TenantsReadIT::isRepaired),
        Misbehaviour.of(
            "labels 3000 ConfigMaps with 100 owners each as objects of the operator",
            tenant -> labelled(tenant, 3_000, 9_000, 100),
            TenantsReadIT::isRepaired));
  }

  private static void isRepaired(TestNamespace tenant) {
    tenant.put("one-colors", "color", "theirs");
    eventually(() -> assertEquals(Map.of("color", "red"), tenant.data("one-colors")));
    tenant.delete(ConfigMap.class, "one-colors");
    eventually(() -> assertEquals(Map.of("color", "red"), tenant.data("one-colors")));
  }

  /** Makes objects with the label of the operator, of which no release knows. */
  private static void labelled(TestNamespace tenant, int count, int bytes, int owners) {
    tenant.deploy("Widget", "one", "{color: red}");
    var labels = tenant.existing(ConfigMap.class, "one-colors").getMetadata().getLabels();
    var operator = Map.of(OPERATOR, requireNonNull(labels.get(OPERATOR)));
    var references =
        IntStream.range(0, owners)
            .mapToObj(i -> new OwnerReference("a.example/v1", null, null, "A", "a" + i, "u" + i))
            .toList();
    for (int i = 0; i < count; i++) {
      var meta = named("labelled-" + i, operator);
      meta.setOwnerReferences(references);
      var text = Base64.getEncoder().encodeToString(noise(bytes));
      create(tenant, new ConfigMapBuilder().withMetadata(meta).addToData("text", text).build());
    }
  }

  private static void create(TestNamespace tenant, HasMetadata object) {
    tenant.client().resource(object).inNamespace(tenant.name()).create();
  }

  private static ObjectMeta named(String name, Map<String, String> labels) {
    return new ObjectMetaBuilder().withName(name).withLabels(labels).build();
  }

  /** Bytes that no compression makes smaller. */
  private static byte[] noise(int count) {
    var bytes = new byte[count];
    NOISE.nextBytes(bytes);
    return bytes;
  }

  private static void evaluate(TestNamespace tenant, String name, String text) {
    tenant.apply("Widget", name, Serialization.asJson(Map.of("text", text)));
  }

  private static void awaitMessage(TestNamespace tenant, String primary, String part) {
    eventually(
        () -> {
          var ready = tenant.condition("Widget", primary, "Ready");
          assertTrue(ready.getOrDefault("message", "").contains(part), ready::toString);
        });
  }

  private static String missing(int of) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "ConfigMap/missing-" + of + "-" + i)
        .collect(Collectors.joining(","));
  }

  private static void bombs(TestNamespace tenant, int count, Consumer<ObjectNode> change) {
    tenant.deploy("Widget", "pattern", "{color: red}");
    var pattern = tenant.existing(Secret.class, "sh.helm.release.v1.pattern.v1");
    for (int i = 0; i < count; i++) {
      var name = "of-" + i;
      var bomb = StoredRelease.renamed(pattern, text -> text.replace("pattern", name));
      var payload =
          (ObjectNode) StoredRelease.decode(requireNonNull(bomb.getData().get("release")));
      change.accept(payload);
      var data = StoredRelease.encode(payload.toString().getBytes(StandardCharsets.UTF_8));
      bomb.getData().put("release", data);
      tenant.client().resource(bomb).create();
    }
  }

  private static void post(TestNamespace tenant, String name, String spec) {
    write(tenant, Map.of("name", name), spec);
  }

  /** Sends raw JSON: no client could hold the object. */
  private static void write(TestNamespace tenant, Map<String, ?> metadata, String spec) {
    tenant
        .client()
        .raw(
            "/apis/test.catamaran.dev/v1/namespaces/%s/widgets".formatted(tenant.name()),
            "POST",
            "{\"apiVersion\":\"test.catamaran.dev/v1\",\"kind\":\"Widget\",\"metadata\":%s,\"spec\":%s}"
                .formatted(Serialization.asJson(metadata), spec));
  }

  /** All primaries wait for one that does not exist. */
  private static void layers(TestNamespace tenant) {
    for (int layer = LAYERS - 1; layer >= 0; layer--) {
      var below =
          layer == LAYERS - 1
              ? "Widget.test.catamaran.dev/missing"
              : "Widget.test.catamaran.dev/left-%1$d,Widget.test.catamaran.dev/right-%1$d"
                  .formatted(layer + 1);
      create(tenant, "left-" + layer, DEPENDS_ON, below);
      create(tenant, "right-" + layer, DEPENDS_ON, below);
    }
  }

  private static String configMaps(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "ConfigMap/v%d".formatted(i))
        .collect(Collectors.joining(","));
  }

  private static void create(TestNamespace tenant, String name, String annotation, String value) {
    write(tenant, Map.of("name", name, "annotations", Map.of(annotation, value)), "{}");
  }
}
