package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.ExtraWatch;
import dev.catamaran.api.ExtraWatch.PrimaryName;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A {@link ChartExtension} changes the values of a chart, and names further objects that cause a
 * pass. The operator is configured in Java here, without a watches.yaml.
 */
class ChartExtensionIT {
  private static final GroupVersionKind WIDGET =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");
  private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.parse("v1", "ConfigMap");

  @Test
  void derivesValuesFromWatchedObjectsAndFollowsThem(TestNamespace namespace) {
    var paint = TestChart.named("paint").configMap("paint", "color", "{{ .Values.color }}").path();
    namespace.operate(manager -> manager.chart(WIDGET, paint).extension(WIDGET, new Palette()));
    namespace.apply("Widget", "one", "{}");
    awaitColor(namespace, "grey");

    palette(namespace, "red");
    awaitColor(namespace, "red");
    palette(namespace, "blue");
    awaitColor(namespace, "blue");
    namespace.delete(ConfigMap.class, "palette");
    awaitColor(namespace, "grey");

    namespace.awaitNewestRevision("one", "4 deployed");
    assertEquals(4, namespace.revisions("one").size());
  }

  /** Takes the color from a ConfigMap, which names the primary that it is for. */
  private static final class Palette implements ChartExtension {
    @Override
    public Map<String, @Nullable Object> translate(
        ChartContext context, Map<String, @Nullable Object> values) {
      var namespace = context.primary().getMetadata().getNamespace();
      var palette = context.watched(CONFIG_MAP, namespace, "palette");
      values.put("color", palette.map(found -> found.<Object>get("data", "color")).orElse("grey"));
      return values;
    }

    @Override
    public List<ExtraWatch> extraWatches() {
      return List.of(
          new ExtraWatch(
              CONFIG_MAP,
              "palette=yes",
              palette ->
                  Set.of(
                      new PrimaryName(
                          palette.getMetadata().getNamespace(), palette.get("data", "for")))));
    }
  }

  private static void palette(TestNamespace namespace, String color) {
    var palette =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace.name())
            .withName("palette")
            .addToLabels("palette", "yes")
            .endMetadata()
            .withData(Map.of("for", "one", "color", color))
            .build();
    namespace.client().resource(palette).createOr(existing -> existing.update());
  }

  private static void awaitColor(TestNamespace namespace, String color) {
    eventually(() -> assertEquals(Map.of("color", color), namespace.data("one-paint")));
  }
}
