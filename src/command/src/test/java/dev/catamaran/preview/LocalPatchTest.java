package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LocalPatchTest {
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String MERGE = "application/merge-patch+json";

  @Test
  void mergesItemsByTheirKeyAndDeletesThem() {
    assertPatched(
        "{spec: {containers: [{name: web, image: b, tty: true}, {name: new}]}}",
        STRATEGIC,
        "{spec: {$setElementOrder/containers: [{name: web}, {name: new}], containers: [{name: web, image: b}, {name: old, $patch: delete}, {name: new}]}}",
        "{spec: {containers: [{name: web, image: a, tty: true}, {name: old}]}}");
  }

  @Test
  void replacesListsInAJsonMergePatchAndRemovesNulls() {
    assertPatched(
        "{list: [{name: b}]}",
        MERGE,
        "{list: [{name: b}], gone: null}",
        "{list: [{name: a}], gone: 1}");
  }

  @Test
  void replacesAListThatSaysSo() {
    assertPatched(
        "{spec: {ports: [{port: 2}]}}",
        STRATEGIC,
        "{spec: {ports: [{port: 2}, {$patch: replace}]}}",
        "{spec: {ports: [{port: 1}]}}");
  }

  @Test
  void mergesEachListByItsOwnKey() {
    assertPatched(
        "{spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /b, readOnly: true}], ports: [{name: new, containerPort: 80}]}]}}",
        STRATEGIC,
        "{spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /b, readOnly: true}], ports: [{name: new, containerPort: 80}]}]}}",
        "{spec: {containers: [{name: web, volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /b}], ports: [{name: old, containerPort: 80}]}]}}");
  }

  @Test
  void replacesAListWithoutAKey() {
    assertPatched(
        "{subjects: [{kind: ServiceAccount, name: new}], spec: {ingress: [{ports: [{port: 2}]}]}}",
        STRATEGIC,
        "{subjects: [{kind: ServiceAccount, name: new}], spec: {ingress: [{ports: [{port: 2}]}]}}",
        "{subjects: [{kind: ServiceAccount, name: old}], spec: {ingress: [{ports: [{port: 1}]}]}}");
  }

  @Test
  void retainsFieldsOfAUnion() {
    assertPatched(
        "{spec: {strategy: {type: Recreate}, volumes: [{name: a, configMap: {name: b}}]}}",
        STRATEGIC,
        "{spec: {strategy: {$retainKeys: [type], type: Recreate}, volumes: [{$retainKeys: [name, configMap], name: a, configMap: {name: b}}]}}",
        "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}, volumes: [{name: a, emptyDir: {}}]}}");
  }

  @Test
  void retainsDefaultsOfAUnionThatStaysAsItIs() {
    assertPatched(
        "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}",
        STRATEGIC,
        "{spec: {strategy: {$retainKeys: [type]}}}",
        "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}");
  }

  @Test
  void putsItemsInOrderAndLeavesOthersWhereTheyAre() {
    assertPatched(
        "{spec: {containers: [{name: injected}, {name: b}, {name: new}, {name: a}]}}",
        STRATEGIC,
        "{spec: {$setElementOrder/containers: [{name: b}, {name: new}, {name: a}], containers: [{name: new}]}}",
        "{spec: {containers: [{name: injected}, {name: a}, {name: b}]}}");
  }

  @Test
  void replacesTheSelectorOfADisruptionBudget() {
    assertPatched(
        "{kind: PodDisruptionBudget, spec: {selector: {matchLabels: {b: b}}}}",
        STRATEGIC,
        "{spec: {selector: {matchLabels: {b: b}}}}",
        "{kind: PodDisruptionBudget, spec: {selector: {matchLabels: {a: a}}}}");
  }

  private static void assertPatched(String expected, String type, String patch, String object) {
    assertEquals(
        FieldChangesTest.yaml(expected),
        LocalPatch.of(
            type,
            (ObjectNode) FieldChangesTest.yaml(patch),
            (ObjectNode) FieldChangesTest.yaml(object)));
  }
}
