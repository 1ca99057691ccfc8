package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Others own fields too: an autoscaler takes over the replicas, a person enlarges a claim, an
 * injector fills a bundle, a server closes its webhook. No repair, upgrade, failed attempt or
 * rollback takes them back.
 */
class SharedFieldsIT {
  private static final String BUNDLE = "T25lIENlcnRpZmljYXRl";

  private static final String GADGET = "test.catamaran.dev/v1";

  private static final String INGRESS = "networking.k8s.io/v1";

  private static final Map<String, String> OF_OTHERS =
      Map.of(
          INGRESS + " Ingress /spec/rules/0/http/paths/1/path",
          "/challenge",
          "v1 PersistentVolumeClaim /spec/resources/requests/storage",
          "5Gi",
          "v1 PersistentVolumeClaim /spec/volumeName",
          "NAME",
          "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration"
              + " /webhooks/0/clientConfig/caBundle",
          BUNDLE,
          "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration"
              + " /webhooks/0/failurePolicy",
          "Fail",
          "v1 Endpoints /subsets/0/addresses/0/ip",
          "10.1.1.1",
          "v1 ConfigMap /data/color",
          "red",
          "v1 Secret /data/tls.crt",
          "YQ==",
          "v1 ServiceAccount /imagePullSecrets/1/name",
          "added");

  private static final String FINALIZER = "b.example/other";

  @Test
  void leavesToOthersWhatTheyOwn(TestPrimary one) {
    volume(one);
    one.operate(
        Watching.chart(
            "Widget",
            chart(),
            "remediation: {retries: 0}",
            "drift: {ignore: [{kind: ConfigMap, paths: [/data/color]}]}"));
    one.deploy("{replicas: 8, note: a}");
    eventually(
        () ->
            assertEquals(
                "Bound", live(one, "v1", "PersistentVolumeClaim").at("/status/phase").asText()));

    edit(one, "v1", "PersistentVolumeClaim", "{spec: {resources: {requests: {storage: 5Gi}}}}");
    edit(
        one,
        "admissionregistration.k8s.io/v1",
        "ValidatingWebhookConfiguration",
        "{webhooks: [{name: a.b.c, failurePolicy: Fail, clientConfig: {caBundle: %s}}]}"
            .formatted(BUNDLE));
    edit(one, "v1", "Endpoints", "{subsets: [{addresses: [{ip: 10.1.1.1}]}]}");
    edit(
        one,
        INGRESS,
        "Ingress",
        "{spec: {rules: [%s, {host: a.example.org}]}}"
            .formatted(rule("{path: /challenge, pathType: Exact, backend: *b}")));
    edit(one, "v1", "Secret", "{data: {tls.crt: YQ==, tls.key: YQ==}}");
    edit(one, "v1", "ServiceAccount", "{imagePullSecrets: [{name: own}, {name: added}]}");
    edit(
        one,
        GADGET,
        "Gadget",
        "{metadata: {finalizers: [a.example/chart, %s]}}".formatted(FINALIZER));
    one.namespace().atClose(() -> edit(one, GADGET, "Gadget", "{metadata: {finalizers: null}}"));
    edit(one, "v1", "ConfigMap", "{data: {color: red, taste: sour}}");
    eventually(
        () -> assertEquals("sweet", live(one, "v1", "ConfigMap").at("/data/taste").asText()));
    throughout(Duration.ofSeconds(2), () -> assertLeft(one, "8", "a"));
    assertEquals(List.of("1 deployed"), one.revisions());

    one.deploy("{note: b}");
    assertLeft(one, "8", "b");
    edit(one, "apps/v1", "Deployment", "{spec: {replicas: 12}}");
    edit(one, "apps/v1", "StatefulSet", "{spec: {replicas: 12}}");

    one.apply("{note: c, nodePort: 99999, replicas: 8}");
    one.awaitReason("Deployed", "RollbackSuccessful");
    assertLeft(one, "8", "b");
    one.apply("{note: d, nodePort: 99999}");
    one.awaitNewestRevision("6 deployed");
    assertLeft(one, "8", "b");

    one.deploy("{note: e, replicas: null}");
    assertLeft(one, "8", "e");
    one.annotate("catamaran.dev/rollback-to", "1");
    one.awaitNewestRevision("8 deployed");
    throughout(Duration.ofSeconds(1), () -> assertLeft(one, "8", "a"));
  }

  private static void assertLeft(TestPrimary one, String replicas, String note) {
    var expected = new TreeMap<String, String>(OF_OTHERS);
    expected.put("v1 PersistentVolumeClaim /spec/volumeName", one.namespace().name());
    for (var workload : List.of("Deployment", "StatefulSet")) {
      expected.put("apps/v1 " + workload + " /spec/replicas", replicas);
      expected.put("apps/v1 " + workload + " /metadata/labels/note", note);
    }
    var found = new TreeMap<String, String>();
    for (var field : expected.keySet()) {
      var parts = field.split(" ", -1);
      found.put(field, live(one, parts[0], parts[1]).at(parts[2]).asText());
    }
    assertEquals(expected, found);
    assertEquals(
        note + ".example.org",
        live(one, INGRESS, "Ingress").at("/spec/rules/1/host").asText(),
        "the chart's other rule");
    var finalizers = live(one, GADGET, "Gadget").at("/metadata/finalizers").toString();
    assertTrue(finalizers.contains(FINALIZER), finalizers);
  }

  private static Resource<GenericKubernetesResource> object(
      TestPrimary one, String apiVersion, String kind) {
    var all = one.client().genericKubernetesResources(apiVersion, kind);
    return kind.endsWith("Configuration")
        ? all.withName(one.namespace().name())
        : all.inNamespace(one.namespace().name()).withName("one");
  }

  private static JsonNode live(TestPrimary one, String apiVersion, String kind) {
    return new JsonMapper().valueToTree(object(one, apiVersion, kind).require());
  }

  private static void edit(TestPrimary one, String apiVersion, String kind, String yaml) {
    var type = kind.endsWith("Configuration") ? PatchType.STRATEGIC_MERGE : PatchType.JSON_MERGE;
    object(one, apiVersion, kind).patch(PatchContext.of(type), "---\n" + yaml);
  }

  /** The first rule of the chart, with another path. */
  private static String rule(String path) {
    return "{host: b.example.org, http: {paths: [{path: /, pathType: Prefix,"
        + " backend: &b {service: {name: one, port: {number: 80}}}}, %s]}}".formatted(path);
  }

  /** A volume for the claim, and a class whose claims may grow. */
  private static void volume(TestPrimary one) {
    one.namespace()
        .load(
            """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: NAMESPACE}
            provisioner: nobody.example/none
            allowVolumeExpansion: true
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: NAMESPACE}
            spec:
              storageClassName: NAMESPACE
              accessModes: [ReadWriteOnce]
              capacity: {storage: 1Gi}
              csi: {driver: nobody.example, volumeHandle: NAMESPACE}
              claimRef: {namespace: NAMESPACE, name: one}
            """);
  }

  private static Path chart() {
    return TestChart.named("shared")
        .values("{replicas: null, note: none, nodePort: null}")
        .template(
            "all.yaml",
            """
            {{- range list "Deployment" "StatefulSet" }}
            apiVersion: apps/v1
            kind: {{ . }}
            metadata: {name: "{{ $.Release.Name }}", labels: {note: "{{ $.Values.note }}"}}
            spec:
              {{- with $.Values.replicas }}
              replicas: {{ . }}
              {{- end }}
              selector: {matchLabels: {app: "{{ $.Release.Name }}-{{ . }}"}}
              template:
                metadata: {labels: {app: "{{ $.Release.Name }}-{{ . }}"}}
                spec: {containers: [{name: main, image: registry.example/app:1}]}
            ---
            {{- end }}
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
            spec:
              storageClassName: "{{ .Release.Namespace }}"
              accessModes: [ReadWriteOnce]
              resources: {requests: {storage: 1Gi}}
              {{- with lookup "v1" "PersistentVolumeClaim" .Release.Namespace .Release.Name }}
              volumeName: {{ .spec.volumeName }}
              {{- end }}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: "{{ .Release.Namespace }}", labels: {note: "{{ .Values.note }}"}}
            webhooks:
              - name: a.b.c
                admissionReviewVersions: [v1]
                sideEffects: None
                failurePolicy: Ignore
                rules: [{apiGroups: [nobody.example], apiVersions: [v1], operations: [CREATE], resources: [nothings]}]
                clientConfig: {service: {name: a, namespace: a}, caBundle: Cg==}
            ---
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata:
              name: "{{ .Release.Name }}"
              labels: {note: "{{ .Values.note }}"}
              {{- if eq .Values.note "a" }}
              finalizers: [a.example/chart]
              {{- end }}
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
            imagePullSecrets: [{name: own}]
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
            type: kubernetes.io/tls
            stringData: {tls.crt: "", tls.key: ""}
            ---
            apiVersion: v1
            kind: Endpoints
            metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
            subsets: []
            ---
            apiVersion: v1
            kind: Service
            # Kubernetes deletes endpoints without a Service whenever its controller starts.
            metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
            spec: {clusterIP: None, ports: [{name: main, port: 80}]}
            ---
            apiVersion: networking.k8s.io/v1
            kind: Ingress
            metadata:
              name: "{{ .Release.Name }}"
              labels: {note: "{{ .Values.note }}"}
              annotations: {acme.cert-manager.io/http01-edit-in-place: "true"}
            spec:
              rules:
                - host: b.example.org
                  http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: one, port: {number: 80}}}}]}
                - host: "{{ .Values.note }}.example.org"
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {color: "{{ .Values.note }}", taste: sweet}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}-z"}
            spec: {type: NodePort, ports: [{name: main, port: 80, nodePort: {{ .Values.nodePort }}}]}
            """)
        .path();
  }
}
