package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurplusTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a field                           | spec: {a: 1, b: 1}                               | spec: {a: 2}                          | spec: {b: null}
          a port                            | spec: {ports: [{port: 1}, {port: 2}]}            | spec: {ports: [{port: 2}]}            | spec: {ports: [{$patch: delete, port: 1}]}
          a field of a port                 | spec: {ports: [{port: 1, name: a}]}              | spec: {ports: [{port: 1}]}            | spec: {ports: [{name: null, port: 1}]}
          a port of two protocols           | spec: {ports: [{port: 1, name: a}, {port: 1}]}   | spec: {ports: [{port: 1}]}            | {}
          a port, later two protocols       | spec: {ports: [{port: 1, name: a}]}              | spec: {ports: [{port: 1}, {port: 1}]} | {}
          a port of an EndpointSlice        | ports: [{name: a, port: 1}, {name: b, port: 2}]  | ports: [{name: a, port: 1}]           | {}
          a pull secret of a pod            | spec: {imagePullSecrets: [{name: a}, {name: b}]} | spec: {imagePullSecrets: [{name: a}]} | spec: {imagePullSecrets: [{$patch: delete, name: b}]}
          a selector that is merged         | {kind: Service, spec: {selector: {a: 1, b: 1}}}  | {kind: Service, spec: {selector: {a: 1}}} | spec: {selector: {b: null}}
          a selector that is replaced       | {kind: PodDisruptionBudget, spec: {a: 1, selector: {a: 1, b: 1}}} | {kind: PodDisruptionBudget, spec: {selector: {a: 1}}} | spec: {a: null}
          a pull secret of a ServiceAccount | imagePullSecrets: [{name: a}, {name: b}]         | imagePullSecrets: [{name: a}]         | {}
          """)
  void isRemovedByKey(String what, String earlier, String later, String patch) throws IOException {
    assertEquals(
        YAML.readTree(patch),
        new Surplus(MergeKeys.BUILT_IN)
            .patch(YAML.readTree(earlier), YAML.readTree(later))
            .orElseGet(YAML::createObjectNode),
        what);
  }
}
