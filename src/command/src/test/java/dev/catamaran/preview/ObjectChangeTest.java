package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.preview.ObjectChange.Action;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectChangeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Deployment  | spec.template.spec.x | {}                              | true
          StatefulSet | spec.template.spec.x | {replicas: 2}                   | true
          DaemonSet   | spec.template.spec.x | {}                              | true
          Deployment  | spec.replicas        | {replicas: 2}                   | false
          Job         | spec.template.spec.x | {}                              | false
          Deployment  | spec.template.spec.x | {replicas: 0}                   | false
          Deployment  | spec.template.spec.x | {paused: true}                  | false
          StatefulSet | spec.template.spec.x | {updateStrategy: {type: OnDelete}} | false
          DaemonSet   | spec.template.spec.x | {updateStrategy: {type: OnDelete}} | false
          """)
  void knowsWhetherPodsAreReplaced(String kind, String field, String spec, boolean isRestart) {
    var object = FieldChangesTest.yaml("{kind: " + kind + ", spec: " + spec + "}");
    var change = new FieldChange(field, TextNode.valueOf("a"), TextNode.valueOf("b"), false);

    var changed = ObjectChange.of(Action.CHANGED, object, false, List.of(change));

    assertEquals(isRestart, changed.restart());
  }
}
