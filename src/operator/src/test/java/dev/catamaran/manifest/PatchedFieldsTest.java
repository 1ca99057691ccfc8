package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchedFieldsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest(name = "{3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BUILT_IN | spec: {replicas: 1}                                               | {}                                                   | /spec/replicas
          BUILT_IN | spec: {replicas: 1, paused: null}                                 | {}                                                   | /spec/paused /spec/replicas
          BUILT_IN | metadata: {labels: {a/b~c: x}}                                    | {}                                                   | /metadata/labels/a~1b~0c
          BUILT_IN | spec: {containers: [{name: b, image: x}]}                         | spec: {containers: [{name: a}, {name: b, image: x}]} | /spec/containers/1/image
          BUILT_IN | spec: {$setElementOrder/env: [{name: a}]}                         | {}                                                   | /spec/env
          BUILT_IN | args: [x]                                                         | args: [x]                                            | /args
          BUILT_IN | metadata: {ownerReferences: [{$patch: delete, uid: '1'}]}         | metadata: {ownerReferences: [{uid: '2'}]}            | /metadata/ownerReferences
          BUILT_IN | spec: {ports: [{port: 9}, {port: 1, name: a}, {$patch: replace}]} | spec: {ports: [{port: 1, name: a}]}                  | /spec/ports
          BUILT_IN | imagePullSecrets: [{name: b}, {name: a}]                          | imagePullSecrets: [{name: a}]                        | /imagePullSecrets
          NONE     | containers: [{name: b, image: x}]                                 | containers: [{name: b, image: x}]                    | /containers
          """)
  void areNamedInTheSyntaxOfIgnoreRules(MergeKeys keys, String patch, String desired, String fields)
      throws IOException {
    assertEquals(
        fields,
        String.join(" ", PatchedFields.of(YAML.readTree(patch), YAML.readTree(desired), keys)));
  }
}
