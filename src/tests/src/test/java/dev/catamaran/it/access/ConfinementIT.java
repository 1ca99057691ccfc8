package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The objects of a release are in its namespace, and a text in the spec of a primary makes no
 * object, although the chart writes it without quotes and the operator may do anything.
 */
@RealNode
class ConfinementIT {
  private static final String FAR = "kube-public";

  @Test
  void refusesWhatTheSpecMakesElsewhereOrByItself(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", open()));
    var secret =
        "t\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s-stolen, namespace: %s}\n"
            .formatted(namespace.name(), FAR);
    var rows = new LinkedHashMap<String, Row>();
    rows.put("document", new Row(Map.of("text", secret), "Secret"));
    rows.put("moved", new Row(Map.of("text", "t\n  namespace: " + FAR), "ConfigMap/" + FAR));
    rows.put("kept", new Row(Map.of("text", policy()), "manifestValues"));
    rows.put("event", new Row(Map.of("hooked", "h\n    helm.sh/hook: pre-delete"), "hooked"));
    rows.put("key", new Row(Map.of("labels", Map.of("a: b\n  name", "other")), "labels"));
    rows.put("flow", new Row(Map.of("flow", "f}}}, " + inFlow()), "Secret \"flown\""));
    rows.put("comma", new Row(Map.of("flow", "f, helm.sh/hook: pre-delete"), "flow"));
    rows.put("template", new Row(Map.of("template", template()), "Secret \"made\""));
    rows.put("reads", new Row(Map.of("template", lookup()), "looks up Namespace \"kube-system\""));
    rows.put("namespace", new Row(Map.of("namespace", FAR), "places: [ConfigMap/" + FAR + "]"));
    rows.put("kind", new Row(Map.of("kind", "Namespace"), "places: [Namespace]"));
    rows.put("rights", new Row(Map.of("rbac", true), "ClusterRoleBinding.rbac.authorization"));
    rows.put(
        "address", new Row(Map.of("type", "ClusterIP\n  externalIPs: [1.2.3.4]"), "externalIPs"));
    rows.put("host", new Row(inPod("hostNetwork: true"), "spec.template.spec.hostNetwork of"));
    // Whoever chooses annotations could make hooks, which are neither repaired nor deleted.
    rows.put("hook", new Row(marked("helm.sh/hook", "post-install"), "ConfigMap \"hook-labels\""));
    rows.put(
        "drift", new Row(marked("catamaran.dev/drift", "ignore"), "ConfigMap \"drift-labels\""));
    rows.put("items", new Row(Map.of("text", "t\nitems: [%s}}}]".formatted(inFlow())), "manifest"));
    rows.forEach((name, row) -> namespace.apply("Widget", name, Serialization.asJson(row.spec())));

    rows.forEach(
        (name, row) ->
            namespace.awaitReason("Widget", name, "Stalled", "NotAllowed", row.message()));
    rows.keySet().forEach(name -> assertEquals(List.of(), namespace.revisions(name), name));
    assertNull(namespace.get(Secret.class, namespace.name() + "-stolen"));
    assertNull(far(namespace, Secret.class, "-stolen"));
    rows.keySet().forEach(name -> namespace.delete("Widget", name));
    rows.keySet().forEach(name -> namespace.widget(name).awaitGone());
  }

  /** A primary's spec, and a part of the message to its author. */
  private record Row(Map<String, Object> spec, String message) {}

  private static Map<String, Object> marked(String name, String value) {
    return Map.of("labels", Map.of(name, value));
  }

  private static Map<String, Object> inPod(String field) {
    return Map.of("scheduler", "default-scheduler\n      " + field);
  }

  private static String policy() {
    return "t\n  annotations: {helm.sh/resource-policy: keep}";
  }

  private static String inFlow() {
    return "{apiVersion: v1, kind: Secret, metadata: {name: flown, labels: {a: b";
  }

  private static String template() {
    return "{{ printf \"t%c---%capiVersion: v1%ckind: Secret%cmetadata: {name: made}\" 10 10 10 10"
        + " }}";
  }

  private static String lookup() {
    return "{{ (lookup \"v1\" \"Namespace\" \"\" \"kube-system\").metadata.uid }}";
  }

  @Test
  void allowsTextsOfManyLinesAndWhatTheChartMakesByItself(TestPrimary one) {
    one.operate(Watching.chart("Widget", open()));
    var lines = "[server]\nname: 'x'\n---\n{\"a\": [1]}\n";

    one.deploy(
        """
        lines: %s
        template: "{{ .Release.Name }}"
        nodes: "made: here\\nby: '{{ .Release.Name }}'"
        sidecars: "- name: second\\n  image: second\\n- {name: third, image: third}"
        arguments: "--first=[1]\\n--second: 'x'"
        """
            .formatted(Serialization.asJson(lines)));

    assertEquals(Map.of("lines", lines), one.data("lines"));
    assertEquals(Map.of("template", "one"), one.data("tpl"));
    var pod = one.existing(Deployment.class, "d").getSpec().getTemplate().getSpec();
    assertEquals(Map.of("made", "here", "by", "one"), pod.getNodeSelector());
    assertEquals(
        List.of("first", "second", "third"),
        pod.getContainers().stream().map(Container::getName).toList());
    assertEquals(List.of("--first=[1]", "--second: 'x'"), pod.getContainers().getFirst().getArgs());
    assertNotNull(role(one, "own"));
    assertNull(role(one, "ci"));
    one.apply("{ci: true}");
    eventually(() -> assertNotNull(role(one, "ci")));
    one.delete();
    one.awaitGone();
    assertNull(role(one, "own"));
    assertNull(role(one, "ci"));
  }

  @Test
  void allowsWhatTheAdministratorAllowsOrSets(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
                "Widget",
                open(),
                "places: [ConfigMap/%s, ClusterRoleBinding.rbac.authorization.k8s.io]"
                    .formatted(FAR),
                "manifestValues: [text]")
            .and("Gadget", open(), "overrideValues: {namespace: %s}".formatted(FAR)));
    var text = "t\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}";

    namespace.deploy(
        "Widget",
        "one",
        Serialization.asJson(Map.of("text", text, "namespace", FAR, "rbac", true)));
    namespace.deploy("Gadget", "two", "{}");

    assertNotNull(namespace.get(ConfigMap.class, "more"));
    assertNotNull(far(namespace, ConfigMap.class, "-one-ns"));
    assertNotNull(far(namespace, ConfigMap.class, "-two-ns"));
    for (var one : List.of(namespace.widget("one"), namespace.one("Gadget", "two"))) {
      one.delete();
      one.awaitGone();
      assertNull(far(namespace, ConfigMap.class, "-%s-ns".formatted(one.name())));
    }
  }

  /** Such as one from a time when watches.yaml allowed it. Rollbacks: confine_test.go. */
  @Test
  void doesNotRepairAReleaseWithAnObjectOutOfPlace(TestPrimary one) {
    var allowing = one.operate(Watching.chart("Widget", open(), "places: [ConfigMap/" + FAR + "]"));
    one.deploy("{namespace: %s}".formatted(FAR));
    allowing.close();
    var name = one.namespace().name() + "-one-ns";
    one.client().configMaps().inNamespace(FAR).withName(name).delete();

    one.operate(Watching.chart("Widget", open()));

    one.awaitReason("Stalled", "NotAllowed", "ConfigMap/" + FAR);
    assertNull(far(one.namespace(), ConfigMap.class, "-one-ns"));
    one.deploy("{}");
    assertEquals(Map.of(), one.condition("Stalled"));
  }

  @Test
  void refusesDefinitionsOfASubchartThatOnlyTheSpecEnables(TestNamespace namespace) {
    var chart =
        TestChart.named("boats")
            .file(
                "Chart.yaml",
                "{apiVersion: v2, name: boats, version: 0.1.0,"
                    + " dependencies: [{name: sub, version: 0.1.0, condition: sub.enabled}]}")
            .values("{sub: {enabled: false}}")
            .configMap("boats", "made", "here")
            .file("charts/sub/Chart.yaml", "{apiVersion: v2, name: sub, version: 0.1.0}")
            .file("charts/sub/crds/boats.yaml", Definitions.yaml("confined.catamaran.dev", "Boat"))
            .path();
    namespace.operate(Watching.chart("Widget", chart));
    namespace.deploy("Widget", "one", "{}");

    namespace.apply("Widget", "one", "{sub: {enabled: true}}");

    namespace.awaitReason(
        "Widget",
        "one",
        "Stalled",
        "NotAllowed",
        "places: [CustomResourceDefinition.apiextensions.k8s.io]");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertNull(
        namespace
            .client()
            .resources(CustomResourceDefinition.class)
            .withName(Definitions.name("confined.catamaran.dev", "Boat"))
            .get());
  }

  private static <T extends HasMetadata> @Nullable T far(
      TestNamespace namespace, Class<T> type, String suffix) {
    return namespace
        .client()
        .resources(type)
        .inNamespace(FAR)
        .withName(namespace.name() + suffix)
        .get();
  }

  private static @Nullable ClusterRole role(TestPrimary one, String suffix) {
    return one.client()
        .rbac()
        .clusterRoles()
        .withName("%s-%s-%s".formatted(one.namespace().name(), one.name(), suffix))
        .get();
  }

  /** A chart that writes its values without quotes, as many do. */
  private static Path open() {
    return TestChart.named("open")
        .values(
            """
            {text: t, hooked: h, flow: f, template: t, lines: l, kind: ConfigMap, namespace: "",
             labels: {a: b}, rbac: false, ci: false, type: ClusterIP,
             scheduler: default-scheduler, nodes: "", sidecars: "", arguments: ""}
            """)
        .file("ci/roles-values.yaml", "ci: true")
        .template("text.yaml", labelled("text", "t: {{ .Values.text }}"))
        .template(
            "labels.yaml",
            labelled(
                "labels",
                "{{- range $k, $v := .Values.labels }}\n    {{ $k }}: {{ $v }}\n{{- end }}"))
        .template(
            "flow.yaml",
            """
            apiVersion: v1
            kind: List
            items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: "{{ .Release.Name }}-f", annotations: {f: {{ .Values.flow }}}}}]
            """)
        .template(
            "hook.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations:
                helm.sh/hook: post-install
                hooked: {{ .Values.hooked }}
            """)
        .template(
            "kind.yaml", "apiVersion: v1\nkind: {{ .Values.kind }}\nmetadata: " + name("kind"))
        .template(
            "tpl.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-tpl"}
            data:
              template: {{ tpl .Values.template . }}
            """)
        .configMap("lines", "lines", "{{ .Values.lines | quote }}")
        .template(
            "ns.yaml",
            """
            {{- with .Values.namespace }}
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ $.Release.Namespace }}-{{ $.Release.Name }}-ns", namespace: "{{ . }}"}
            {{- end }}
            """)
        .template("service.yaml", SERVICE)
        .template("deployment.yaml", DEPLOYMENT)
        .template("own.yaml", role("own"))
        .template("ci.yaml", "{{ if .Values.ci }}\n" + role("ci") + "{{ end }}")
        .template("rbac.yaml", "{{ if .Values.rbac }}\n" + binding() + "{{ end }}")
        .path();
  }

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: "{{ .Release.Name }}-s"}
      spec:
        type: {{ .Values.type }}
        ports: [{port: 80}]
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: "{{ .Release.Name }}-d"}
      spec:
        replicas: 0
        selector: {matchLabels: {app: "{{ .Release.Name }}"}}
        template:
          metadata: {labels: {app: "{{ .Release.Name }}"}}
          spec:
            schedulerName: {{ .Values.scheduler }}
            serviceAccountName: default
            {{- with .Values.nodes }}
            nodeSelector: {{- tpl . $ | nindent 8 }}
            {{- end }}
            containers:
              - name: first
                image: first
                args: [{{ range splitList "\\n" .Values.arguments }}{{ . | quote }}, {{ end }}]
              {{- with .Values.sidecars }}
              {{- tpl . $ | nindent 8 }}
              {{- end }}
      """;

  private static String labelled(String name, String labels) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: "{{ .Release.Name }}-%s"
      labels:
        made: here
        %s
    data: {made: here}
    """
        .formatted(name, labels);
  }

  private static String name(String suffix) {
    return "{name: \"{{ .Release.Namespace }}-{{ .Release.Name }}-%s\"}\n".formatted(suffix);
  }

  private static String role(String suffix) {
    return "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: " + name(suffix);
  }

  private static String binding() {
    return """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
    metadata:\s\
    """
        + name("rbac");
  }
}
