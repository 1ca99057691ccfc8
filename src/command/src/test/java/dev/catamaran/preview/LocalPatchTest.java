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
        "{spec: {$setElementOrder/containers: [], containers: [{name: web, image: b}, {name: old, $patch: delete}, {name: new}]}}",
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
        "{ports: [{port: 2}]}",
        STRATEGIC,
        "{ports: [{port: 2}, {$patch: replace}]}",
        "{ports: [{port: 1}]}");
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
