package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Helm installed a release before there was an operator. The operator takes it only on request, and
 * continues with the same release and the same objects.
 */
@RealNode
class HelmReleaseIT {

  @Test
  void adoptsAHelmReleaseOnRequest(TestNamespace namespace) {
    var chart =
        TestChart.named("colors")
            .values("color: blue")
            .configMap("colors", "color", "{{ .Values.color }}")
            .path();
    new Helm(chart)
        .install()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
    var uid = namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid();
    namespace.operate(Watching.chart("Widget", chart, "allowAdoption: true"));
    namespace.apply("Widget", "one", "{color: red}");
    namespace.awaitReason(
        "Widget", "one", "Stalled", "ReleaseTaken", "catamaran.dev/adopt-release");

    namespace.annotate("Widget", "one", "catamaran.dev/adopt-release", "true");

    namespace.awaitReady("Widget", "one");
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
    assertEquals(uid, namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid());

    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
  }
}
