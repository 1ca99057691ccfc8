package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.Scale;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The release is in the namespace shop. AutoscalerIT tests the filter with an autoscaler. */
class ScaleFilterTest {
  private static final String DEPLOYMENTS =
      """
      {{- range list "" "namespace: shop" "namespace: other" }}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        {{ . }}
      spec:
        replicas: 1
      {{- end }}
      """;

  @Test
  void scalesOnlyTheObjectInItsNamespace() throws IOException {
    assertEquals(List.of(7, 7, 1), replicas(new Scale("Deployment", "shop", "web", 7)));
    assertEquals(List.of(1, 1, 7), replicas(new Scale("Deployment", "other", "web", 7)));
    assertEquals(List.of(1, 1, 1), replicas(new Scale("Deployment", "shop", "db", 7)));
  }

  private static List<Integer> replicas(Scale scale) throws IOException {
    var chart = TestChart.named("scaled").template("web.yaml", DEPLOYMENTS).path();
    ScaleFilter.of(List.of(scale), "shop").applyTo(chart);
    var rendered = new Helm(chart).template().withName("one").withNamespace("shop").call();
    return Manifest.of(String.valueOf(rendered)).objects().stream()
        .map(object -> object.content().at("/spec/replicas").asInt())
        .toList();
  }
}
