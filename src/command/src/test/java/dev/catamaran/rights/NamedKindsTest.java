package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.recorder.Discovery;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedKindsTest {
  @Test
  void knowTheGroupsOfWidelyUsedKindsWithAComputedVersion() {
    assertEquals(
        List.of("monitoring.coreos.com/servicemonitors true"),
        in("{{- if .on }}\napiVersion: {{ $version }}\nkind: ServiceMonitor\n{{- end }}\n"));
    assertEquals(
        List.of("cert-manager.io/clusterissuers false"),
        in("apiVersion: {{ include \"cert\" . }}\nkind: ClusterIssuer\n"));
    assertEquals(List.of(), in("apiVersion: {{ $version }}\nkind: Boat\n"));
  }

  @Test
  void takeTheServedOneOfSeveralVersions() {
    assertEquals(
        List.of("networking.k8s.io/ingresses true"),
        in(
            """
            {{- if .on }}
            apiVersion: networking.k8s.io/v1
            {{- else }}
            apiVersion: extensions/v1beta1
            {{- end }}
            kind: Ingress
            """));
  }

  private static List<String> in(String template) {
    return new NamedKinds(Discovery.snapshot())
        .in(template).stream()
            .map(it -> "%s/%s %s".formatted(it.group(), it.plural(), it.namespaced()))
            .toList();
  }
}
