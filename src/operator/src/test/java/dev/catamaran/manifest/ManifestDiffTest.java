package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns: description, desired object, live object, patch, or a stroke for none. */
class ManifestDiffTest {
  private static final String NOTHING = "-";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          equal objects                          | a: {b: 1}                     | a: {b: 1}                              | -
          fields that others set                 | a: 1                          | {a: 1, b: 2}                           | -
          nested fields that others set          | a: {b: 1}                     | a: {b: 1, c: 2}                        | -
          order of fields                        | {a: 1, b: 2}                  | {b: 2, a: 1}                           | -
          a changed field                        | a: {b: 1, c: 2}               | a: {b: 9, c: 2}                        | a: {b: 1}
          a missing field                        | a: {b: 1}                     | a: {}                                  | a: {b: 1}
          a missing object                       | a: {b: {c: 1}}                | {}                                     | a: {b: {c: 1}}
          an object where a scalar is            | a: {b: 1}                     | a: x                                   | a: {b: 1}
          a scalar where an object is            | a: x                          | a: {b: 1}                              | a: x
          a list where a scalar is               | a: [x]                        | a: x                                   | a: [x]
          text that looks like the number        | a: "3"                        | a: 3                                   | a: "3"
          the same number, written otherwise     | a: 3                          | a: 3.0                                 | -
          another number                         | a: 3                          | a: 3.5                                 | a: 3
          a large number                         | a: 3e+07                      | a: 30000000                            | -
          null where nothing is                  | a: null                       | {}                                     | -
          null where null is                     | a: null                       | a: null                                | -
          null where an empty text is            | a: null                       | a: ''                                  | -
          null where an empty quantity is        | a: null                       | a: '0'                                 | -
          null where something is                | a: null                       | a: 1                                   | a: null
          null where others add entries          | labels: null                  | labels: {a: b}                         | -
          false where nothing is                 | a: false                      | {}                                     | a: false
          equal lists                            | args: [x, y]                  | args: [x, y]                           | -
          another order in a list                | args: [x, y]                  | args: [y, x]                           | args: [x, y]
          an item too many                       | args: [x]                     | args: [x, y]                           | args: [x]
          an item too few                        | args: [x, y]                  | args: [x]                              | args: [x, y]
          fields that others set in an item      | rules: [{host: a}]            | rules: [{host: a, path: /}]            | -
          a changed item of a list without a key | rules: [{host: a}, {host: b}] | rules: [{host: a, path: /}, {host: x}] | rules: [{host: a}, {host: b}]
          """)
  void comparesFieldsOfEveryKind(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.BUILT_IN, desired, live), what);
    assertEquals(json(patch), diff(MergeKeys.NONE, desired, live), what);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          a selector, which the API server replaces in a PodDisruptionBudget | {kind: PodDisruptionBudget, spec: {selector: {matchLabels: {app: x, tier: a}}}} | {kind: PodDisruptionBudget, spec: {selector: {matchLabels: {app: x, tier: b}}}} | spec: {selector: {matchLabels: {app: x, tier: a}}}
          a selector, which the API server merges  | {kind: Service, spec: {selector: {app: x, tier: a}}} | {kind: Service, spec: {selector: {app: x, tier: b}}} | spec: {selector: {tier: a}}
          containers by name, in any order         | spec: {containers: [{name: a, image: x}, {name: b}]} | spec: {containers: [{name: b}, {name: a, image: x}]} | -
          an empty list where nothing is           | subsets: []                              | {}                                       | -
          an empty list where items are            | subsets: []                              | subsets: [{ports: []}]                   | subsets: []
          a container that was injected            | spec: {containers: [{name: a}]}          | spec: {containers: [{name: a}, {name: istio-proxy}]} | -
          only what differs of a container         | spec: {containers: [{name: a, image: x, tty: true}, {name: b}]} | spec: {containers: [{name: a, image: y, tty: true}, {name: b}]} | spec: {containers: [{image: x, name: a}]}
          a container that is missing              | spec: {containers: [{name: a}, {name: b, image: x}]} | spec: {containers: [{name: a}]}          | spec: {containers: [{name: b, image: x}]}
          an environment variable, inside of its container | spec: {containers: [{name: a, env: [{name: A, value: '1'}, {name: B, value: '2'}]}]} | spec: {containers: [{name: a, env: [{name: A, value: '1'}, {name: B, value: '9'}]}]} | spec: {containers: [{env: [{value: '2', name: B}], name: a}]}
          a container's ports by containerPort     | spec: {containers: [{name: a, ports: [{containerPort: 80, name: http}]}]} | spec: {containers: [{name: a, ports: [{containerPort: 80, name: web}]}]} | spec: {containers: [{name: a, ports: [{name: http, containerPort: 80}]}]}
          a Service's ports by port                | spec: {ports: [{port: 80, targetPort: http}]} | spec: {ports: [{port: 80, targetPort: web, nodePort: 30001}]} | spec: {ports: [{targetPort: http, port: 80}]}
          one port over TCP and UDP: the list whole | spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]} | spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: SCTP}]} | spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}, {$patch: replace}]}
          one port over TCP and UDP, unchanged     | spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]} | spec: {ports: [{port: 53, protocol: TCP, nodePort: 1}, {port: 53, protocol: UDP}]} | -
          a twin over UDP above it                 | spec: {ports: [{port: 443, name: https}]} | spec: {ports: [{port: 443, name: http3, protocol: UDP}, {port: 443, name: https}]} | -
          another port, beside twins that agree    | spec: {ports: [{port: 443, name: https}, {port: 80, name: http}]} | spec: {ports: [{port: 443, name: http3}, {port: 443, name: https}, {port: 80, name: x}]} | spec: {ports: [{name: http, port: 80}]}
          a changed port with a twin: the list whole, with the ports of others | spec: {ports: [{port: 443, name: https, targetPort: web}]} | spec: {ports: [{port: 443, name: http3, targetPort: web}, {port: 443, name: https, targetPort: x}, {port: 9}]} | spec: {ports: [{port: 443, name: http3, targetPort: web}, {port: 9}, {port: 443, name: https, targetPort: web}, {$patch: replace}]}
          an EndpointSlice's ports have no key     | ports: [{name: a, port: 1}]              | ports: [{name: a, port: 2}]              | ports: [{name: a, port: 1}]
          a NetworkPolicy's ports have no key      | spec: {ingress: [{ports: [{port: 1}]}]}  | spec: {ingress: [{ports: [{port: 2, protocol: TCP}]}]} | spec: {ingress: [{ports: [{port: 1}]}]}
          a pod's pull secrets are merged          | spec: {imagePullSecrets: [{name: a}, {name: b}]} | spec: {imagePullSecrets: [{name: b}, {name: c}]} | spec: {imagePullSecrets: [{name: a}]}
          a ServiceAccount's pull secrets are replaced: the patch must name the others too | imagePullSecrets: [{name: a}, {name: b}] | imagePullSecrets: [{name: b}, {name: c}] | imagePullSecrets: [{name: c}, {name: a}, {name: b}]
          a ServiceAccount's pull secret beside others | imagePullSecrets: [{name: a}]            | imagePullSecrets: [{name: c}, {name: a}] | -
          mounts by path, as one volume may be mounted twice | spec: {containers: [{name: a, volumeMounts: [{mountPath: /a, name: v}, {mountPath: /b, name: v}]}]} | spec: {containers: [{name: a, volumeMounts: [{mountPath: /b, name: v}, {mountPath: /a, name: w}]}]} | spec: {containers: [{volumeMounts: [{name: v, mountPath: /a}], name: a}]}
          an item without its key: the list whole  | spec: {containers: [{image: x}]}         | spec: {containers: [{image: y}]}         | spec: {containers: [{image: x}, {$patch: replace}]}
          an owner beside others                   | metadata: {ownerReferences: [{uid: '1', name: a}]} | metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]} | -
          an owner that is missing                 | metadata: {ownerReferences: [{uid: '1', name: a}]} | metadata: {ownerReferences: [{uid: '2', name: b}]} | metadata: {ownerReferences: [{uid: '1', name: a}]}
          """)
  void comparesListsOfBuiltInKindsByTheirKey(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.BUILT_IN, desired, live), what);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          an empty list where nothing is           | rules: []                                | {}                                       | rules: []
          an item more                             | containers: [{name: a}]                  | containers: [{name: a}, {name: b}]       | containers: [{name: a}]
          an item changed                          | containers: [{name: a, image: x}, {name: b}] | containers: [{name: a, image: y}, {name: b}] | containers: [{name: a, image: x}, {name: b}]
          an owner beside others: metadata is the same for every kind | metadata: {ownerReferences: [{uid: '1', name: a}]} | metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]} | -
          an owner that is missing: a merge patch must name the others too | metadata: {ownerReferences: [{uid: '1', name: a}]} | metadata: {ownerReferences: [{uid: '2', name: b}]} | metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', name: a}]}
          an owner that was changed                | metadata: {ownerReferences: [{uid: '1', controller: true}]} | metadata: {ownerReferences: [{uid: '1', controller: false}, {uid: '2'}]} | metadata: {ownerReferences: [{uid: '2'}, {uid: '1', controller: true}]}
          """)
  void replacesListsOfCustomKindsWhole(String what, String desired, String live, String patch)
      throws IOException {
    assertEquals(json(patch), diff(MergeKeys.NONE, desired, live), what);
  }

  /**
   * The patch tests of the Go operators, with one difference. An added item in a list of a custom
   * kind is drift here: the diff cannot distinguish it from an obsolete item.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          extra item       | NONE     | [{name: test1}]               | [{name: test1}, {name: test2}] | [{name: test1}]
          missing item     | NONE     | [{name: test1}, {name: test2}] | [{name: test1}]               | [{name: test1}, {name: test2}]
          null field       | NONE     | [{name: test1, test: null}] | [{name: test1}]               | -
          wrong field      | NONE     | [{name: test2}]   | [{name: test1}]               | [{name: test2}]
          extra item       | BUILT_IN | [{name: test1}]               | [{name: test1}, {name: test2}] | -
          missing item     | BUILT_IN | [{name: test1}, {name: test2}] | [{name: test1}]               | [{name: test2}]
          null field       | BUILT_IN | [{name: test1, test: null}] | [{name: test1}]               | -
          wrong field      | BUILT_IN | [{name: test2}]   | [{name: test1}]               | [{name: test2}]
          """)
  void patchesLikeTheGoOperators(
      String what, MergeKeys keys, String desired, String live, String patch) throws IOException {
    assertEquals(json(containers(patch)), diff(keys, containers(desired), containers(live)), what);
  }

  private static String containers(String list) {
    return list.equals(NOTHING)
        ? NOTHING
        : "spec: {template: {spec: {containers: %s}}}".formatted(list);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          [{name: a}, {name: x}, {name: b}, {name: c}] | -
          [{name: b}, {name: a}, {name: c}]            | {$order}
          [{name: a}, {name: x}, {name: b}]            | {initContainers: [{name: c}], $order}
          [{name: b}, {name: c}]                       | {initContainers: [{name: a}], $order}
          """)
  void keepsTheOrderOfInitContainers(String live, String patch) throws IOException {
    var order = "$setElementOrder/initContainers: [{name: a}, {name: b}, {name: c}]";
    var desired = "spec: {initContainers: [{name: a}, {name: b}, {name: c}]}";
    assertEquals(
        patch.equals(NOTHING) ? Optional.empty() : json("spec: " + patch.replace("$order", order)),
        diff(MergeKeys.BUILT_IN, desired, "spec: {initContainers: %s}".formatted(live)));
  }

  /** What others have beside a wanted field or item is removed, within so many levels. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          items beside a new one   | 1 | spec: {ports: [{name: main, port: 1}]} | spec: {type: a, ports: [{name: main, port: 2}, {name: more, port: 3}]} | spec: {ports: [{name: main, port: 1}, {$patch: delete, port: 2}, {$patch: delete, port: 3}]}
          not a wanted item        | 1 | spec: {ports: [{name: main, port: 1}, {name: more, port: 3}]} | spec: {ports: [{name: main, port: 2}, {name: more, port: 3}]} | spec: {ports: [{name: main, port: 1}, {$patch: delete, port: 2}]}
          nothing without a change | 4 | spec: {ports: [{name: more, port: 3}]} | spec: {ports: [{name: main, port: 2}, {name: more, port: 3}]} | -
          all where the key does not identify them | 2 | spec: {ports: [{name: main, port: 1, targetPort: web}]} | spec: {ports: [{name: http3, port: 1}, {name: main, port: 1, targetPort: x}]} | spec: {ports: [{name: main, port: 1, targetPort: web}, {$patch: replace}]}
          the other source of a volume | 1 | spec: {volumes: [{name: data, configMap: {name: one}}]} | spec: {volumes: [{name: data, emptyDir: {}}, {name: more}]} | spec: {volumes: [{name: data, configMap: {name: one}, emptyDir: null}]}
          parameters of another strategy | 1 | spec: {strategy: {type: Recreate}} | spec: {replicas: 1, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}} | spec: {strategy: {type: Recreate, rollingUpdate: null}}
          nothing beside a limit   | 1 | spec: {resources: {limits: {memory: 1}}} | spec: {a: b, resources: {limits: {memory: 2}, requests: {memory: 2}}} | spec: {resources: {limits: {memory: 1}}}
          the requests             | 2 | spec: {resources: {limits: {memory: 1}}} | spec: {a: b, resources: {limits: {memory: 2}, requests: {memory: 2}}} | spec: {resources: {limits: {memory: 1}, requests: null}}
          no other owner           | 4 | metadata: {ownerReferences: [{uid: one}]} | metadata: {ownerReferences: [{uid: two}]} | metadata: {ownerReferences: [{uid: one}]}
          """)
  void makesRoom(String what, int levels, String desired, String live, String patch)
      throws IOException {
    assertEquals(
        json(patch),
        new ManifestDiff(MergeKeys.BUILT_IN, levels)
            .patch(json(desired).orElseThrow(), json(live).orElseThrow())
            .map(ManifestDiffTest::canonical),
        what);
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

  private static Optional<JsonNode> diff(MergeKeys keys, String desired, String live)
      throws IOException {
    return new ManifestDiff(keys)
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
