package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.Rule.Field;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChartRightsTest {
  private static final String ALL = "[create, delete, get, list, patch, watch]";

  @Test
  void allowsExactlyWhatHelmAndTheOperatorDo() {
    var rights = rights(TestChart.named("plain").configMap("data", "by", "it"));

    assertEquals(List.of("/configmaps " + ALL + " [plain/templates/data.yaml]"), texts(rights));
    assertEquals(List.of(), List.copyOf(rights.notes()));
  }

  @Test
  void restrictsObjectsOfTheClusterToFixedNames() {
    var rights =
        rights(
            TestChart.named("classes")
                .template("fixed.yaml", priority("gold"))
                .template("storage.yaml", storage("{{ .Release.Name }}")));

    assertEquals(
        List.of(
            "scheduling.k8s.io/priorityclasses [create, list, watch] [classes/templates/fixed.yaml]",
            "scheduling.k8s.io/priorityclasses [gold] [delete, get, patch]"
                + " [classes/templates/fixed.yaml]",
            "storage.k8s.io/storageclasses " + ALL + " [classes/templates/storage.yaml]"),
        texts(rights));
  }

  /** A person writes another value, and the operator must change and delete that object. */
  @Test
  void restrictsNothingToANameFromValues() {
    var rights =
        rights(
            TestChart.named("classes")
                .values(
                    "class: {name: bronze}\nprefix: metal\nnameOverride: \"\"\nother: slow-disk\n")
                .template("fixed.yaml", storage("slow"))
                .template("value.yaml", priority("{{ .Values.prefix }}-{{ .Values.class.name }}")));

    assertEquals(
        List.of(
            "scheduling.k8s.io/priorityclasses " + ALL + " [classes/templates/value.yaml]",
            "storage.k8s.io/storageclasses [create, list, watch] [classes/templates/fixed.yaml]",
            "storage.k8s.io/storageclasses [slow] [delete, get, patch]"
                + " [classes/templates/fixed.yaml]"),
        texts(rights));
  }

  @Test
  void reportsRolesThatNoRecordedValuesRender() {
    var rights =
        rights(
            TestChart.named("leaders")
                .values("replicas: 1")
                .template(
                    "leader.yaml",
                    """
                    {{- if gt (int .Values.replicas) 1 }}
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: leader}
                    rules: [{apiGroups: [""], resources: [pods], verbs: [patch]}]
                    {{- end }}
                    """)
                .template(
                    "elsewhere.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: one, namespace: elsewhere}
                    """));

    // The first one, since people see only the first notes.
    assertEquals(
        List.of(
            "no recorded values render the roles or bindings of leaders/templates/leader.yaml, so the permissions"
                + " that they grant are not included; for values that enable them, add a file"
                + " ci/<name>-values.yaml to the chart, and run `make manifests`",
            "leaders/templates/elsewhere.yaml makes an object in namespace elsewhere: an operator with Roles instead"
                + " of a ClusterRole needs one there"),
        List.copyOf(rights.notes()));
  }

  @Test
  void holdsWhatTheRolesOfTheChartGrant() {
    var rights = rights(granting());

    assertEquals(
        List.of(
            "/nodes [get] [granted by granting/templates/roles.yaml]",
            "/pods [*] [granted by granting/templates/roles.yaml]",
            "coordination.k8s.io/leases [update] [granted by granting/templates/roles.yaml]",
            "coordination.k8s.io/leases [leader] [get] [granted by granting/templates/roles.yaml]"),
        texts(rights).stream().filter(text -> !text.startsWith("rbac")).toList());
    assertTrue(
        texts(rights)
            .contains(
                "rbac.authorization.k8s.io/clusterroles [view] [bind]"
                    + " [bound by granting/templates/roles.yaml]"),
        () -> texts(rights).toString());
    assertEquals(List.of(), List.copyOf(rights.notes()));
  }

  @Test
  void readsTheValuesOfTheChartsOwnTests() {
    var chart = gated().file("ci/on-values.yaml", "ingress: {enabled: true}\n");

    assertEquals(
        List.of("networking.k8s.io/ingresses " + ALL + " [gated/templates/ingress.yaml]"),
        texts(rights(chart)));
  }

  @Test
  void findsTheKindsThatNoValuesRender() {
    assertEquals(
        List.of(
            "networking.k8s.io/ingresses "
                + ALL
                + " [not rendered by the recorded values: gated/templates/ingress.yaml]"),
        texts(rights(gated())));
  }

  @Test
  void namesTheNamespacesThatTheChartNames() {
    var rights =
        rights(
            TestChart.named("apart")
                .template(
                    "two.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: one, namespace: kube-system}
                    ---
                    apiVersion: v1
                    kind: Service
                    metadata: {name: two}
                    """));

    assertEquals(Set.of("kube-system"), rights.places());
    assertEquals(
        List.of("configmaps,services"),
        rights.making().stream().map(it -> String.join(",", it.get(Field.RESOURCES))).toList());
  }

  @Test
  void fallsBackToTheKindsInTemplatesOfAChartThatDoesNotRender() {
    var chart =
        TestChart.named("strict")
            .template(
                "data.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ required "a port is required" .Values.port }}"}
                """);
    var rights = rights(chart);

    assertEquals(
        List.of(
            "with the default values: chart strict cannot be rendered: execution error at"
                + " (strict/templates/data.yaml:3:21): a port is required"),
        List.copyOf(rights.notes()));
    assertEquals(
        List.of(
            "/configmaps "
                + ALL
                + " [not rendered by the recorded values: strict/templates/data.yaml]"),
        texts(rights));
  }

  private static TestChart gated() {
    return TestChart.named("gated")
        .values("ingress: {enabled: false}")
        .template(
            "ingress.yaml",
            """
            {{- if .Values.ingress.enabled }}
            apiVersion: {{ "networking.k8s.io/v1" }}
            kind: Ingress
            metadata: {name: "{{ .Release.Name }}"}
            spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}
            {{- end }}
            """);
  }

  private static TestChart granting() {
    return TestChart.named("granting")
        .template(
            "roles.yaml",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: "{{ .Release.Name }}"}
            rules:
            - {apiGroups: [""], resources: [pods], verbs: ["*"]}
            - {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [leader], verbs: [get]}
            - {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: ["{{ .Release.Name }}"], verbs: [update]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: "{{ .Release.Name }}"}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "{{ .Release.Name }}"}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: "{{ .Release.Name }}"}
            rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: "{{ .Release.Name }}-view"}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
            """);
  }

  private static String priority(String name) {
    return "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: %s}\nvalue: 1\n"
        .formatted(name);
  }

  private static String storage(String name) {
    return "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: '%s'}\nprovisioner: x\n"
        .formatted(name);
  }

  private static ChartRights rights(TestChart chart) {
    var overrides = JsonNodeFactory.instance.objectNode();
    var options = new ChartRights.Options(/* tests= */ true, CrdPolicy.CREATE, overrides);
    return ChartRights.of(chart.path(), options);
  }

  private static List<String> texts(ChartRights rights) {
    return rights.rules().stream()
        .map(
            rule ->
                "%s/%s %s%s %s"
                    .formatted(
                        String.join(",", rule.get(Field.GROUPS)),
                        String.join(",", rule.get(Field.RESOURCES)),
                        rule.get(Field.NAMES).isEmpty() ? "" : rule.get(Field.NAMES) + " ",
                        rule.get(Field.VERBS),
                        rule.reasons()))
        .toList();
  }
}
