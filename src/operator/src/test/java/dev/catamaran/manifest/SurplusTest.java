package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
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
          a field that said nothing         | data: null                                       | kind: Secret                          | {}
          a port                            | spec: {ports: [{port: 1}, {port: 2}]}            | spec: {ports: [{port: 2}]}            | spec: {ports: [{$patch: delete, port: 1}]}
          a field of a port                 | spec: {ports: [{port: 1, name: a}]}              | spec: {ports: [{port: 1}]}            | spec: {ports: [{name: null, port: 1}]}
          a port of two protocols           | spec: {ports: [{port: 1, name: a}, {port: 1}]}   | spec: {ports: [{port: 1}]}            | {}
          a port, later two protocols       | spec: {ports: [{port: 1, name: a}]}              | spec: {ports: [{port: 1}, {port: 1}]} | {}
          a port of an EndpointSlice        | ports: [{name: a, port: 1}, {name: b, port: 2}]  | ports: [{name: a, port: 1}]           | {}
          a pull secret of a pod            | spec: {imagePullSecrets: [{name: a}, {name: b}]} | spec: {imagePullSecrets: [{name: a}]} | spec: {imagePullSecrets: [{$patch: delete, name: b}]}
          a selector that is merged         | {kind: Service, spec: {selector: {a: 1, b: 1}}}  | {kind: Service, spec: {selector: {a: 1}}} | spec: {selector: {b: null}}
          a selector that is replaced       | {kind: PodDisruptionBudget, spec: {a: 1, selector: {a: 1, b: 1}}} | {kind: PodDisruptionBudget, spec: {selector: {a: 1}}} | spec: {a: null}
          a rule of a policy                | {kind: NetworkPolicy, spec: {egress: [{}]}}      | {kind: NetworkPolicy, spec: {}}       | spec: {egress: null, policyTypes: null}
          a rule of a policy with types     | {kind: NetworkPolicy, spec: {egress: [{}], policyTypes: [a]}} | {kind: NetworkPolicy, spec: {policyTypes: [a]}} | spec: {egress: null}
          a finalizer                       | metadata: {finalizers: [a, b]}                   | metadata: {finalizers: [a]}           | metadata: {$deleteFromPrimitiveList/finalizers: [b]}
          all finalizers                    | metadata: {finalizers: [a, b]}                   | metadata: {name: a}                   | metadata: {$deleteFromPrimitiveList/finalizers: [a, b]}
          a pull secret of a ServiceAccount | imagePullSecrets: [{name: a}, {name: b}]         | imagePullSecrets: [{name: a}]         | {}
          """)
  void isRemovedByKey(String what, String earlier, String later, String patch) throws IOException {
    assertEquals(YAML.readTree(patch), patch(MergeKeys.BUILT_IN, earlier, later, List.of()), what);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a field                | /spec/a         | spec: {a: 1, b: 1}                            | spec: {}                    | spec: {b: null}
          all below              | /spec           | spec: {a: 1, b: {c: 1}}                       | kind: Service               | {}
          a part of a field      | /spec/a/b       | spec: {a: {b: 1, c: 1}}                       | kind: Service               | spec: {a: {c: null}}
          a field of a port      | /spec/ports/1/a | spec: {ports: [{port: 1, a: 1, b: 1}, {port: 2, a: 1}]} | spec: {ports: [{port: 2}, {port: 1}]} | spec: {ports: [{b: null, port: 1}, {a: null, port: 2}]}
          a port                 | /spec/ports/0   | spec: {ports: [{port: 1, a: 1}, {port: 2}]}   | spec: {ports: [{port: 1}]}  | spec: {ports: [{$patch: delete, port: 2}]}
          a port of the past     | /spec/ports/1   | spec: {ports: [{port: 1}, {port: 2}]}         | spec: {ports: [{port: 1}]}  | spec: {ports: [{$patch: delete, port: 2}]}
          all finalizers         | /metadata/finalizers | metadata: {finalizers: [a]}              | metadata: {name: a}         | {}
          """)
  void staysIfItIsExempt(String what, String exempt, String earlier, String later, String patch)
      throws IOException {
    assertEquals(
        YAML.readTree(patch),
        patch(MergeKeys.BUILT_IN, earlier, later, List.of(JsonPointer.compile(exempt))),
        what);
  }

  @Test
  void doesNotIncludeFinalizersOfCustomKinds() throws IOException {
    assertEquals(
        YAML.readTree("{}"),
        patch(MergeKeys.NONE, "metadata: {finalizers: [a]}", "metadata: {name: a}", List.of()));
  }

  private static JsonNode patch(
      MergeKeys keys, String earlier, String later, List<JsonPointer> exempt) throws IOException {
    return new Surplus(keys)
        .patch(YAML.readTree(earlier), YAML.readTree(later), exempt)
        .orElseGet(YAML::createObjectNode);
  }
}
