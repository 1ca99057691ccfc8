package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns: description, desired object, live object, patch. {@code NOTHING}: no patch. */
class ManifestDiffTest {
  private static final String NOTHING = "";

  static Stream<Arguments> fields() {
    return Stream.of(
        arguments("equal objects", "a: {b: 1}", "a: {b: 1}", NOTHING),
        arguments("fields that others set", "a: 1", "{a: 1, b: 2}", NOTHING),
        arguments("nested fields that others set", "a: {b: 1}", "a: {b: 1, c: 2}", NOTHING),
        arguments("order of fields", "{a: 1, b: 2}", "{b: 2, a: 1}", NOTHING),
        arguments("a changed field", "a: {b: 1, c: 2}", "a: {b: 9, c: 2}", "a: {b: 1}"),
        arguments("a missing field", "a: {b: 1}", "a: {}", "a: {b: 1}"),
        arguments("a missing object", "a: {b: {c: 1}}", "{}", "a: {b: {c: 1}}"),
        arguments("an object where a scalar is", "a: {b: 1}", "a: x", "a: {b: 1}"),
        arguments("a scalar where an object is", "a: x", "a: {b: 1}", "a: x"),
        arguments("a list where a scalar is", "a: [x]", "a: x", "a: [x]"),
        arguments("text that looks like the number", "a: \"3\"", "a: 3", "a: \"3\""),
        arguments("the same number, written otherwise", "a: 3", "a: 3.0", NOTHING),
        arguments("another number", "a: 3", "a: 3.5", "a: 3"),
        arguments("a large number", "a: 3e+07", "a: 30000000", NOTHING),
        arguments("null where nothing is", "a: null", "{}", NOTHING),
        arguments("null where null is", "a: null", "a: null", NOTHING),
        arguments("null where an empty text is", "a: null", "a: ''", NOTHING),
        arguments("null where an empty quantity is", "a: null", "a: '0'", NOTHING),
        arguments("null where something is", "a: null", "a: 1", "a: null"),
        arguments("false where nothing is", "a: false", "{}", "a: false"),
        arguments("equal lists", "args: [x, y]", "args: [x, y]", NOTHING),
        arguments("another order in a list", "args: [x, y]", "args: [y, x]", "args: [x, y]"),
        arguments("an item too many", "args: [x]", "args: [x, y]", "args: [x]"),
        arguments("an item too few", "args: [x, y]", "args: [x]", "args: [x, y]"),
        arguments(
            "fields that others set in an item",
            "rules: [{host: a}]",
            "rules: [{host: a, path: /}]",
            NOTHING),
        arguments(
            "a changed item of a list without a key",
            "rules: [{host: a}, {host: b}]",
            "rules: [{host: a, path: /}, {host: x}]",
            "rules: [{host: a}, {host: b}]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fields")
  void comparesFieldsOfEveryKind(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.BUILT_IN, desired, live), what);
    assertEquals(json(patch), diff(MergeKeys.NONE, desired, live), what);
  }

  static Stream<Arguments> keyedLists() {
    return Stream.of(
        arguments(
            "a selector, which the API server replaces in a PodDisruptionBudget",
            "{kind: PodDisruptionBudget, spec: {selector: {matchLabels: {app: x, tier: a}}}}",
            "{kind: PodDisruptionBudget, spec: {selector: {matchLabels: {app: x, tier: b}}}}",
            "spec: {selector: {matchLabels: {app: x, tier: a}}}"),
        arguments(
            "a selector, which the API server merges",
            "{kind: Service, spec: {selector: {app: x, tier: a}}}",
            "{kind: Service, spec: {selector: {app: x, tier: b}}}",
            "spec: {selector: {tier: a}}"),
        arguments(
            "containers by name, in any order",
            "spec: {containers: [{name: a, image: x}, {name: b}]}",
            "spec: {containers: [{name: b}, {name: a, image: x}]}",
            NOTHING),
        arguments(
            "a container that was injected",
            "spec: {containers: [{name: a}]}",
            "spec: {containers: [{name: a}, {name: istio-proxy}]}",
            NOTHING),
        arguments(
            "only what differs of a container",
            "spec: {containers: [{name: a, image: x, tty: true}, {name: b}]}",
            "spec: {containers: [{name: a, image: y, tty: true}, {name: b}]}",
            "spec: {containers: [{image: x, name: a}]}"),
        arguments(
            "a container that is missing",
            "spec: {containers: [{name: a}, {name: b, image: x}]}",
            "spec: {containers: [{name: a}]}",
            "spec: {containers: [{name: b, image: x}]}"),
        arguments(
            "an environment variable, inside of its container",
            "spec: {containers: [{name: a, env: [{name: A, value: '1'}, {name: B, value: '2'}]}]}",
            "spec: {containers: [{name: a, env: [{name: A, value: '1'}, {name: B, value: '9'}]}]}",
            "spec: {containers: [{env: [{value: '2', name: B}], name: a}]}"),
        arguments(
            "a container's ports by containerPort",
            "spec: {containers: [{name: a, ports: [{containerPort: 80, name: http}]}]}",
            "spec: {containers: [{name: a, ports: [{containerPort: 80, name: web}]}]}",
            "spec: {containers: [{name: a, ports: [{name: http, containerPort: 80}]}]}"),
        arguments(
            "a Service's ports by port",
            "spec: {ports: [{port: 80, targetPort: http}]}",
            "spec: {ports: [{port: 80, targetPort: web, nodePort: 30001}]}",
            "spec: {ports: [{targetPort: http, port: 80}]}"),
        arguments(
            "one port over TCP and UDP: the list whole",
            "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}",
            "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: SCTP}]}",
            "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}, {$patch: replace}]}"),
        arguments(
            "one port over TCP and UDP, unchanged",
            "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}",
            "spec: {ports: [{port: 53, protocol: TCP, nodePort: 1}, {port: 53, protocol: UDP}]}",
            NOTHING),
        arguments(
            "a twin over UDP above it",
            "spec: {ports: [{port: 443, name: https}]}",
            "spec: {ports: [{port: 443, name: http3, protocol: UDP}, {port: 443, name: https}]}",
            NOTHING),
        arguments(
            "another port, beside twins that agree",
            "spec: {ports: [{port: 443, name: https}, {port: 80, name: http}]}",
            "spec: {ports: [{port: 443, name: http3}, {port: 443, name: https}, {port: 80, name: x}]}",
            "spec: {ports: [{name: http, port: 80}]}"),
        arguments(
            "a changed port with a twin: the list whole, with the ports of others",
            "spec: {ports: [{port: 443, name: https, targetPort: web}]}",
            "spec: {ports: [{port: 443, name: http3, targetPort: web}, {port: 443, name: https, targetPort: x}, {port: 9}]}",
            "spec: {ports: [{port: 443, name: http3, targetPort: web}, {port: 9}, {port: 443, name: https, targetPort: web}, {$patch: replace}]}"),
        arguments(
            "an EndpointSlice's ports have no key",
            "ports: [{name: a, port: 1}]",
            "ports: [{name: a, port: 2}]",
            "ports: [{name: a, port: 1}]"),
        arguments(
            "a NetworkPolicy's ports have no key",
            "spec: {ingress: [{ports: [{port: 1}]}]}",
            "spec: {ingress: [{ports: [{port: 2, protocol: TCP}]}]}",
            "spec: {ingress: [{ports: [{port: 1}]}]}"),
        arguments(
            "a pod's pull secrets are merged",
            "spec: {imagePullSecrets: [{name: a}, {name: b}]}",
            "spec: {imagePullSecrets: [{name: b}, {name: c}]}",
            "spec: {imagePullSecrets: [{name: a}]}"),
        arguments(
            "a ServiceAccount's pull secrets are replaced: the patch must name the others too",
            "imagePullSecrets: [{name: a}, {name: b}]",
            "imagePullSecrets: [{name: b}, {name: c}]",
            "imagePullSecrets: [{name: c}, {name: a}, {name: b}]"),
        arguments(
            "a ServiceAccount's pull secret beside others",
            "imagePullSecrets: [{name: a}]",
            "imagePullSecrets: [{name: c}, {name: a}]",
            NOTHING),
        arguments(
            "mounts by path, as one volume may be mounted twice",
            "spec: {containers: [{name: a, volumeMounts: [{mountPath: /a, name: v}, {mountPath: /b, name: v}]}]}",
            "spec: {containers: [{name: a, volumeMounts: [{mountPath: /b, name: v}, {mountPath: /a, name: w}]}]}",
            "spec: {containers: [{volumeMounts: [{name: v, mountPath: /a}], name: a}]}"),
        arguments(
            "an item without its key: the list whole",
            "spec: {containers: [{image: x}]}",
            "spec: {containers: [{image: y}]}",
            "spec: {containers: [{image: x}, {$patch: replace}]}"),
        arguments(
            "an owner beside others",
            "metadata: {ownerReferences: [{uid: '1', name: a}]}",
            "metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]}",
            NOTHING),
        arguments(
            "an owner that is missing",
            "metadata: {ownerReferences: [{uid: '1', name: a}]}",
            "metadata: {ownerReferences: [{uid: '2', name: b}]}",
            "metadata: {ownerReferences: [{uid: '1', name: a}]}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("keyedLists")
  void comparesListsOfBuiltInKindsByTheirKey(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.BUILT_IN, desired, live), what);
  }

  static Stream<Arguments> customLists() {
    return Stream.of(
        arguments(
            "an item more",
            "containers: [{name: a}]",
            "containers: [{name: a}, {name: b}]",
            "containers: [{name: a}]"),
        arguments(
            "an item changed",
            "containers: [{name: a, image: x}, {name: b}]",
            "containers: [{name: a, image: y}, {name: b}]",
            "containers: [{name: a, image: x}, {name: b}]"),
        arguments(
            "an owner beside others: metadata is the same for every kind",
            "metadata: {ownerReferences: [{uid: '1', name: a}]}",
            "metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]}",
            NOTHING),
        arguments(
            "an owner that is missing: a merge patch must name the others too",
            "metadata: {ownerReferences: [{uid: '1', name: a}]}",
            "metadata: {ownerReferences: [{uid: '2', name: b}]}",
            "metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]}"),
        arguments(
            "an owner that was changed",
            "metadata: {ownerReferences: [{uid: '1', controller: true}]}",
            "metadata: {ownerReferences: [{uid: '1', controller: false}, {uid: '2'}]}",
            "metadata: {ownerReferences: [{uid: '2'}, {uid: '1', controller: true}]}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("customLists")
  void replacesListsOfCustomKindsWhole(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.NONE, desired, live), what);
  }

  /**
   * The patch tests of the Go operators, with one difference. An added item in a list of a custom
   * kind is drift here: the diff cannot distinguish it from an obsolete item.
   */
  static Stream<Arguments> casesOfTheGoOperators() {
    var one = "spec: {template: {spec: {containers: [{name: test1}]}}}";
    var two = "spec: {template: {spec: {containers: [{name: test1}, {name: test2}]}}}";
    var other = "spec: {template: {spec: {containers: [{name: test2}]}}}";
    var withNull = "spec: {template: {spec: {containers: [{name: test1, test: null}]}}}";
    var annotated = "metadata: {annotations: {testannotation: testvalue}}";
    return Stream.of(
        arguments("custom: extra item", MergeKeys.NONE, one, two, one),
        arguments("custom: missing item", MergeKeys.NONE, two, one, two),
        arguments("custom: null field", MergeKeys.NONE, withNull, one, NOTHING),
        arguments("custom: wrong field", MergeKeys.NONE, other, one, other),
        arguments("built-in: extra item", MergeKeys.BUILT_IN, one, two, NOTHING),
        arguments("built-in: missing item", MergeKeys.BUILT_IN, two, one, other),
        arguments("built-in: null field", MergeKeys.BUILT_IN, withNull, one, NOTHING),
        arguments("built-in: wrong field", MergeKeys.BUILT_IN, other, one, other),
        arguments(
            "built-in: extra annotation", MergeKeys.BUILT_IN, "metadata: {}", annotated, NOTHING));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("casesOfTheGoOperators")
  void patchesLikeTheGoOperators(
      String what, MergeKeys keys, String desired, String live, String patch) throws IOException {
    assertEquals(json(patch), diff(keys, desired, live), what);
  }

  static Stream<Arguments> orderedLists() {
    var order = "$setElementOrder/initContainers: [{name: a}, {name: b}, {name: c}]";
    return Stream.of(
        arguments("[{name: a}, {name: x}, {name: b}, {name: c}]", NOTHING),
        arguments("[{name: b}, {name: a}, {name: c}]", "spec: {%s}".formatted(order)),
        arguments(
            "[{name: a}, {name: x}, {name: b}]",
            "spec: {initContainers: [{name: c}], %s}".formatted(order)),
        arguments(
            "[{name: b}, {name: c}]", "spec: {initContainers: [{name: a}], %s}".formatted(order)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("orderedLists")
  void keepsTheOrderOfInitContainers(String live, String patch) throws IOException {
    var desired = "spec: {initContainers: [{name: a}, {name: b}, {name: c}]}";
    assertEquals(
        json(patch),
        diff(MergeKeys.BUILT_IN, desired, "spec: {initContainers: %s}".formatted(live)));
  }

  @Test
  void removesItemsThatMayConflictWithAMissingItem() throws IOException {
    var live = "spec: {ports: [{name: main, port: 2}, {name: more, port: 3}]}";
    assertEquals(
        json(
            "spec: {ports: [{name: main, port: 1}, {$patch: delete, port: 2}, {$patch: delete, port: 3}]}"),
        makingRoom("spec: {ports: [{name: main, port: 1}]}", live));
    assertEquals(
        json("spec: {ports: [{name: main, port: 1}, {$patch: delete, port: 2}]}"),
        makingRoom("spec: {ports: [{name: main, port: 1}, {name: more, port: 3}]}", live));
  }

  @Test
  void removesAllOtherItemsIfTheKeyDoesNotIdentifyThem() throws IOException {
    var twins = "spec: {ports: [{name: http3, port: 1}, {name: main, port: 1, targetPort: x}]}";
    assertEquals(
        json("spec: {ports: [{name: main, port: 1, targetPort: web}, {$patch: replace}]}"),
        makingRoom("spec: {ports: [{name: main, port: 1, targetPort: web}]}", twins));
    assertEquals(
        json("spec: {ports: [{name: main, port: 1}, {name: http3, port: 2}, {$patch: replace}]}"),
        makingRoom("spec: {ports: [{name: main, port: 1}, {name: http3, port: 2}]}", twins));
  }

  @Test
  void keepsOtherItemsIfNoneIsMissing() throws IOException {
    var live = "spec: {ports: [{name: main, port: 2}, {name: more, port: 3}]}";
    assertEquals(Optional.empty(), makingRoom("spec: {ports: [{name: more, port: 3}]}", live));
    assertEquals(
        json("spec: {ports: [{name: again, port: 3}]}"),
        makingRoom("spec: {ports: [{name: again, port: 3}]}", live));
  }

  @Test
  void removesTheOtherSourceOfAVolumeAndTheParametersOfAnotherStrategy() throws IOException {
    assertEquals(
        json("spec: {volumes: [{name: data, configMap: {name: one}, emptyDir: null}]}"),
        makingRoom(
            "spec: {volumes: [{name: data, configMap: {name: one}}]}",
            "spec: {volumes: [{name: data, emptyDir: {}}]}"));
    assertEquals(
        json("spec: {strategy: {type: Recreate, rollingUpdate: null}}"),
        makingRoom(
            "spec: {strategy: {type: Recreate}}",
            "spec: {replicas: 1, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}"));
    assertEquals(
        Optional.empty(),
        makingRoom(
            "spec: {strategy: {type: RollingUpdate}}",
            "spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}"));
  }

  @Test
  void removesOnlyTheAlternativesOfAField() throws IOException {
    assertEquals(
        json("spec: {minAvailable: 1, maxUnavailable: null}"),
        makingRoom(
            "spec: {minAvailable: 1}",
            "spec: {maxUnavailable: 1, unhealthyPodEvictionPolicy: AlwaysAllow}"));
    assertEquals(
        json("spec: {replicas: 1}"),
        makingRoom("spec: {replicas: 1}", "spec: {replicas: 2, minAvailable: 1}"));
    assertEquals(
        json("webhooks: [{name: a, clientConfig: {service: {name: s}, url: null}}]"),
        makingRoom(
            "webhooks: [{name: a, clientConfig: {service: {name: s}}}]",
            "webhooks: [{name: a, clientConfig: {url: u, caBundle: injected}}]"));
  }

  @Test
  void addsMissingFinalizersAndKeepsThoseOfOtherClients() throws IOException {
    var wanted = "metadata: {finalizers: [a/x, b/y]}";
    for (var keys : MergeKeys.values()) {
      assertEquals(Optional.empty(), diff(keys, wanted, "metadata: {finalizers: [c/z, b/y, a/x]}"));
      assertEquals(
          Optional.empty(),
          diff(keys, "metadata: {finalizers: null}", "metadata: {finalizers: [a]}"));
      assertEquals(json(wanted), diff(keys, wanted, "metadata: {name: a}"));
    }
    var live = "metadata: {finalizers: [c/z, a/x]}";
    assertEquals(json("metadata: {finalizers: [b/y]}"), diff(MergeKeys.BUILT_IN, wanted, live));
    assertEquals(
        json("metadata: {finalizers: [c/z, a/x, b/y]}"), diff(MergeKeys.NONE, wanted, live));
  }

  @Test
  void keepsOtherOwners() throws IOException {
    assertEquals(
        json("metadata: {ownerReferences: [{uid: one}]}"),
        makingRoom(
            "metadata: {ownerReferences: [{uid: one}]}",
            "metadata: {ownerReferences: [{uid: two}]}"));
  }

  private static Optional<JsonNode> makingRoom(String desired, String live) throws IOException {
    return new ManifestDiff(MergeKeys.BUILT_IN, Unlisted.REMOVE_EXCLUSIVE)
        .patch(json(desired).orElseThrow(), json(live).orElseThrow())
        .map(patch -> canonical(patch));
  }

  private static Optional<JsonNode> diff(MergeKeys keys, String desired, String live)
      throws IOException {
    return new ManifestDiff(keys, Unlisted.STAY)
        .patch(json(desired).orElseThrow(), json(live).orElseThrow())
        .map(patch -> canonical(patch));
  }

  private static Optional<JsonNode> json(String yaml) throws IOException {
    return yaml.equals(NOTHING)
        ? Optional.empty()
        : Optional.of(canonical(new YAMLMapper().readTree(yaml)));
  }

  /** YAML and Java produce different nodes for the number 3. */
  private static JsonNode canonical(JsonNode node) {
    try {
      return new JsonMapper().readTree(node.toString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
