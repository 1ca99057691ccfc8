package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.ValuesTranslator;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.extension.ExtensionsFixture;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.release.Revisions;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.watch.Placement;
import dev.catamaran.watch.ValueOptions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReleaseValuesTest {
  /** These tests refer to no objects, so this client sends no request. */
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(Config.empty()).build();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void appliesTranslatorsInOrderAndThenOverrides() throws Exception {
    var renames =
        translating(
            (context, values) ->
                Map.of("name", context.primary().getMetadata().getName(), "old", values));
    var adds =
        translating(
            (context, values) -> {
              values.put("more", List.of(1L, 30_000_000L));
              return values;
            });

    assertEquals(
        YamlValues.read(
            "{name: %s, old: {size: 3}, more: [1, 30000000], color: red}"
                .formatted(Revisions.PRIMARY.name())),
        values("spec: {size: 3}", renames, adds));
  }

  @Test
  void reportsTheErrorOfATranslator() {
    var fails =
        translating(
            (context, values) -> {
              throw new IllegalStateException("size must be small or large");
            });

    var failure =
        assertThrows(InvalidPrimaryException.class, () -> values("spec: {size: 3}", fails));
    assertEquals("TranslationFailed", failure.reason());
    assertEquals(fails.getClass().getName() + ": size must be small or large", failure.problem());
  }

  private static ChartExtension translating(ValuesTranslator translator) {
    return new ChartExtension() {
      @Override
      public Map<String, @Nullable Object> translate(
          ChartContext context, Map<String, @Nullable Object> values) throws Exception {
        return translator.translate(context, values);
      }
    };
  }

  private Values values(String spec, ChartExtension... extensions) throws Exception {
    var values =
        new ReleaseValues(
            new ChartOffer.Single(new ChartReference.Local(Path.of("helm-charts/memcached"))),
            List.of(),
            new Rights(Placement.DEFAULT, Set.of()),
            ExtensionsFixture.of(client, extensions),
            new ReferencedValues(
                new ReferencedObjects(
                    account -> client,
                    new InformerMeters(new SimpleMeterRegistry()),
                    primary -> {})),
            new KnownSecrets(),
            (release, chart, given, secrets) -> Optional.empty());
    var overrides =
        Overrides.of(new ValueOptions(List.of(), Map.of("color", "red"), OverrideTyping.TYPED));
    return values.of(read(spec), Revisions.RELEASE, new Edition(chart(), overrides, "")).values();
  }

  private static Chart chart() throws Exception {
    return new ChartLoader(Path.of("target")).load(Path.of("helm-charts/memcached"));
  }
}
