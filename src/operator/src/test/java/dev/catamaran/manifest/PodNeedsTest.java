package dev.catamaran.manifest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PodNeedsTest {
  private static final String POD =
      """
      {serviceAccountName: account, volumes: [
        {name: a, configMap: {name: settings}}, {name: b, configMap: {name: maybe, optional: true}},
        {name: c, secret: {secretName: password}}, {name: d, emptyDir: {}},
        {name: e, persistentVolumeClaim: {claimName: data}},
        {name: f, projected: {sources: [{secret: {name: projected}}, {configMap: {name: projected}}]}}],
       initContainers: [{env: [{name: A, valueFrom: {secretKeyRef: {name: initial, key: k}}}]}],
       containers: [
        {env: [{name: A, value: a}, {name: B, valueFrom: {configMapKeyRef: {name: variables, key: k}}}],
         envFrom: [{configMapRef: {name: all}}, {secretRef: {name: perhaps, optional: true}}]}]}
      """;

  private static final String NEEDS =
      "ServiceAccount/account ConfigMap/settings Secret/password PersistentVolumeClaim/data"
          + " Secret/projected ConfigMap/projected Secret/initial ConfigMap/variables ConfigMap/all";

  @Test
  void areThoseWithoutWhichAPodDoesNotStart() {
    assertEquals(NEEDS, needs("Pod", "spec: " + POD));
    assertEquals(NEEDS, needs("Job", "spec: {template: {spec: %s}}".formatted(POD)));
  }

  @Test
  void areNoneOfWhatHelmDoesNotWaitFor() {
    assertEquals("", needs("ConfigMap", "data: {a: b}"));
    assertEquals("", needs("Deployment", "spec: {template: {spec: %s}}".formatted(POD)));
  }

  @Test
  void areNoneOfAPodWithTheDefaultAccount() {
    assertEquals("", needs("Pod", "spec: {containers: [{name: a}]}"));
    assertEquals(
        "", needs("Pod", "spec: {serviceAccountName: default, volumes: [], containers: 3}"));
  }

  private static String needs(String kind, String content) {
    var object =
        Manifest.of("{apiVersion: v1, kind: %s, metadata: {name: a}, %s}".formatted(kind, content))
            .objects()
            .getFirst();
    return PodNeeds.of(object, object.key().in("shop")).stream()
        .map(need -> need.kind() + "/" + need.name())
        .collect(joining(" "));
  }
}
