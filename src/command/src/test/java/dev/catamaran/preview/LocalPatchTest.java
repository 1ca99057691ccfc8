package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalPatchTest {
  /** The kind of the patch, an object, its patch and what the API server makes of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Items are merged by their key and deleted.
        "strategic-merge | {spec: {containers: [{name: web, image: a, tty: true}, {name: old}]}}"
            + " | {spec: {$setElementOrder/containers: [{name: web}, {name: new}], containers: [{name: web, image: b}, {name: old, $patch: delete}, {name: new}]}}"
            + " | {spec: {containers: [{name: web, image: b, tty: true}, {name: new}]}}",
        // A JSON merge patch replaces lists and removes nulls.
        "merge | {list: [{name: a}], gone: 1} | {list: [{name: b}], gone: null} | {list: [{name: b}]}",
        // A list may say that it replaces.
        "strategic-merge | {spec: {ports: [{port: 1}]}} | {spec: {ports: [{port: 2}, {$patch: replace}]}} | {spec: {ports: [{port: 2}]}}",
        // Each list has its own key.
        "strategic-merge | {spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /b}], ports: [{name: old, containerPort: 80}]}]}}"
            + " | {spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /b, readOnly: true}], ports: [{name: new, containerPort: 80}]}]}}"
            + " | {spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /b, readOnly: true}], ports: [{name: new, containerPort: 80}]}]}}",
        // A list without a key is replaced.
        "strategic-merge | {subjects: [{kind: ServiceAccount, name: old}], spec: {ingress: [{ports: [{port: 1}]}]}}"
            + " | {subjects: [{kind: ServiceAccount, name: new}], spec: {ingress: [{ports: [{port: 2}]}]}}"
            + " | {subjects: [{kind: ServiceAccount, name: new}], spec: {ingress: [{ports: [{port: 2}]}]}}",
        // Fields of a union are retained.
        "strategic-merge | {spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}, volumes: [{name: a, emptyDir: {}}]}}"
            + " | {spec: {strategy: {$retainKeys: [type], type: Recreate}, volumes: [{$retainKeys: [name, configMap], name: a, configMap: {name: b}}]}}"
            + " | {spec: {strategy: {type: Recreate}, volumes: [{name: a, configMap: {name: b}}]}}",
        // Defaults of a union that stays as it is are retained.
        "strategic-merge | {spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}"
            + " | {spec: {strategy: {$retainKeys: [type]}}}"
            + " | {spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}",
        // Items are put in order, and others stay where they are.
        "strategic-merge | {spec: {containers: [{name: injected}, {name: a}, {name: b}]}}"
            + " | {spec: {$setElementOrder/containers: [{name: b}, {name: new}, {name: a}], containers: [{name: new}]}}"
            + " | {spec: {containers: [{name: injected}, {name: b}, {name: new}, {name: a}]}}",
        // The selector of a disruption budget is replaced.
        "strategic-merge | {kind: PodDisruptionBudget, spec: {selector: {matchLabels: {a: a}}}}"
            + " | {spec: {selector: {matchLabels: {b: b}}}}"
            + " | {kind: PodDisruptionBudget, spec: {selector: {matchLabels: {b: b}}}}",
      })
  void isWhatTheApiServerDoes(String type, String object, String patch, String expected) {
    assertEquals(
        FieldChangesTest.yaml(expected),
        LocalPatch.of(
            "application/%s-patch+json".formatted(type),
            (ObjectNode) FieldChangesTest.yaml(patch),
            (ObjectNode) FieldChangesTest.yaml(object)));
  }
}
