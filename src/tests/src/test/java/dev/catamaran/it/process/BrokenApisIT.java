package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An API that is broken at the start of the operator concerns the releases with its kinds alone.
 */
class BrokenApisIT {
  /** A tenth of the time for which the broken kinds delayed each start, three times. */
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final int MANY = 4_000;
  private static final String UNINSTALL_WAIT = "helm.sdk.operatorframework.io/uninstall-wait";

  @Test
  void delayNoStartAndNoOtherRelease(TestNamespace namespace) {
    var converted =
        Stream.of("Ship", "Boat", "Raft")
            .map(kind -> new PassingKind(namespace, kind, "v1"))
            .toList();
    converted.forEach(PassingKind::defineInTwoVersions);
    var remote = PassingKind.below(namespace, "remote.example.com");
    remote.define();
    var earlier = namespace.operate(watching());
    namespace.deploy("Widget", "whole", "{color: red}");
    namespace.deploy("Widget", "converted", raw(converted));
    namespace.deploy("Widget", "remote", raw(List.of(remote)));
    var forged = List.of("climbing", "crowded", "odd");
    forged.forEach(name -> namespace.deploy("Widget", name, "{color: red}"));
    earlier.close();
    converted.forEach(PassingKind::breakConversion);
    remote.undefine();
    registerWithoutEndpoints(namespace, remote);
    forge(namespace, "climbing", Stream.of("../metrics"));
    forge(namespace, "crowded", IntStream.range(0, MANY).mapToObj("g%d.example.com/v1"::formatted));
    forge(
        namespace,
        "odd",
        Stream.of("a/b/../../c", "%2e%2e/metrics", "x?limit=1", "apps/v1#", "/", "v1/"));
    var requests = RequestLog.of(namespace.identity());

    namespace.operate(watching());

    namespace.apply("Widget", "whole", "{color: green}");
    within(SOON, () -> assertEquals(Map.of("color", "green"), namespace.data("whole-colors")));
    namespace.awaitReady("Widget", "whole");
    // What nothing names is replaced, and nobody asks for the kinds in it.
    for (var name : forged) {
      within(SOON, () -> assertEquals(List.of("1 deployed"), namespace.revisions(name)));
      namespace.awaitReady("Widget", name);
    }
    assertEquals(List.of(), paths(requests, "metrics"));
    var asked = paths(requests, ".example.com/v1").stream().distinct().toList();
    assertTrue(asked.size() < 30, asked::toString);
    for (var broken : List.of("converted", "remote")) {
      namespace.awaitReason("Widget", broken, "Ready", "Unreachable");
      assertNotEquals("True", namespace.condition("Widget", broken, "Ready").get("status"));
    }
    assertFalse(Serialization.asYaml(namespace.list("Widget")).contains("defect"));
  }

  /** Kinds of others are of no concern to a deletion, even if no release tells its kinds. */
  @Test
  void holdNoFinalizerOfAReleaseWithoutThem(TestNamespace namespace) {
    var foreign = new PassingKind(namespace, "Barge", "v1");
    foreign.defineInTwoVersions();
    create(namespace, foreign);
    var remote = PassingKind.below(namespace, "remote.example.com");
    registerWithoutEndpoints(namespace, remote);
    namespace.operate(watching());
    var waiting = IntStream.range(0, 5).mapToObj(i -> "waiting-" + i).toList();
    waiting.forEach(primary -> namespace.apply("Widget", primary, "{color: red}"));
    namespace.apply("Widget", "lost", "{color: red}");
    for (var primary : waiting) {
      namespace.annotate("Widget", primary, UNINSTALL_WAIT, "true");
      namespace.awaitReady("Widget", primary);
      hold(namespace, primary, List.of("example.com/mine"));
    }
    namespace.awaitReady("Widget", "lost");
    foreign.breakConversion();
    var requests = RequestLog.of(namespace.identity());

    namespace.client().secrets().inNamespace(namespace.name()).withLabel("name", "lost").delete();
    namespace.delete("Widget", "lost");
    waiting.forEach(primary -> namespace.delete("Widget", primary));

    eventually(() -> assertNull(namespace.primary("Widget", "lost")));
    assertEquals(Map.of(), namespace.data("lost-colors"));
    for (var primary : waiting) {
      namespace.awaitReason("Widget", primary, "Deployed", "Uninstalling", "example.com/mine");
    }
    requests.restart();
    throughout(
        Duration.ofSeconds(5),
        () -> {
          var lists =
              requests.requests().stream()
                  .filter(request -> request.verb().equals("list"))
                  .toList();
          // Each waits twice as long each time, and asks for its one kind.
          assertTrue(lists.size() <= 20, lists::toString);
        });
    waiting.forEach(primary -> hold(namespace, primary, List.of()));
    waiting.forEach(primary -> namespace.widget(primary).awaitGone());
  }

  private static void hold(TestNamespace namespace, String primary, List<String> finalizers) {
    namespace
        .widget(primary)
        .patch(
            ConfigMap.class,
            "colors",
            "{metadata: {finalizers: %s}}".formatted(Serialization.asJson(finalizers)));
  }

  private static void create(TestNamespace namespace, PassingKind kind) {
    var object =
        "apiVersion: %s\nkind: %s\nmetadata: {name: one, namespace: %s}\n"
            .formatted(kind.apiVersion(), kind.kind(), namespace.name());
    var parsed = Serialization.unmarshal(object, GenericKubernetesResource.class);
    kind.objects().resource(parsed).create();
  }

  private static List<String> paths(RequestLog requests, String part) {
    return requests.requests().stream()
        .map(RequestLog.Request::uri)
        .filter(uri -> uri.contains(part))
        .filter(uri -> !uri.contains("labelSelector"))
        .toList();
  }

  private static void registerWithoutEndpoints(TestNamespace namespace, PassingKind kind) {
    var client = namespace.client();
    Yaml.create(
        namespace,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: nobody}
        spec: {selector: {app: nobody}, ports: [{port: 443}]}
        """);
    var service =
        Serialization.unmarshal(
            """
            apiVersion: apiregistration.k8s.io/v1
            kind: APIService
            metadata: {name: v1.%1$s}
            spec:
              group: %1$s
              version: v1
              groupPriorityMinimum: 100
              versionPriority: 100
              insecureSkipTLSVerify: true
              service: {name: nobody, namespace: %2$s, port: 443}
            """
                .formatted(kind.group(), namespace.name()),
            APIService.class);
    // That of the definition goes with it, a moment later.
    eventually(() -> client.resource(service).create());
    namespace.atClose(() -> client.resource(service).delete());
  }

  private static String raw(List<PassingKind> kinds) {
    return Serialization.asJson(
        Map.of(
            "color",
            "red",
            "raw",
            kinds.stream()
                .map(
                    kind ->
                        "apiVersion: %s\nkind: %s\nmetadata: {name: one}\n"
                            .formatted(kind.apiVersion(), kind.kind()))
                .collect(Collectors.joining("---\n"))));
  }

  private static void forge(TestNamespace namespace, String release, Stream<String> versions) {
    var object = "---\napiVersion: \"%s\"\nkind: Thing\nmetadata: {name: one}\n";
    StoredRelease.forge(
        namespace, release, 1, versions.map(object::formatted).collect(Collectors.joining()));
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.named("colors")
            .values("{color: blue, raw: \"\"}")
            .configMap("colors", "color", "{{ .Values.color }}")
            .template("raw.yaml", "{{ .Values.raw }}")
            .path(),
        "manifestValues: [raw]");
  }
}
