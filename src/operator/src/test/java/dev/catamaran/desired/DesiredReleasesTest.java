package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.ValuesTranslator;
import dev.catamaran.chart.Values;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesiredReleasesTest {
  /** These charts need nothing from the cluster, so this client sends no request. */
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(Config.empty()).build();

  @AfterEach
  void close() {
    client.close();
  }

  private DesiredRelease desired(String spec, String... overrides) throws InvalidPrimaryException {
    return desiredOf("chart-1", spec, overrides);
  }

  private DesiredRelease desiredOf(String chartDigest, String spec, String... overrides)
      throws InvalidPrimaryException {
    var chart = DesiredReleaseFixture.chart(Path.of("helm-charts/memcached"), chartDigest);
    var set = new LinkedHashMap<String, String>();
    for (var override : overrides) {
      int sign = override.indexOf('=');
      set.put(override.substring(0, sign), override.substring(sign + 1));
    }
    return DesiredReleasesFixture.of(client, chart, set).from(read(spec), Revisions.RELEASE, "");
  }

  @Test
  void namesThePrimaryItsReleaseItsTimeAndTheSpecAsValues() throws Exception {
    var values = "{replicaCount: 3, image: {tag: '1.10'}, empty: null}";
    var desired = desired("spec: " + values);
    assertEquals(Revisions.PRIMARY, desired.primary());
    assertEquals(Revisions.RELEASE, desired.release());
    assertEquals(Duration.ofMinutes(5), desired.timeout());
    assertEquals(new YAMLMapper().readTree(values), desired.values().toTree());
    for (var empty : List.of("", "spec: {}", "spec: null")) {
      assertEquals(0, desired(empty).values().toTree().size());
    }
  }

  @Test
  void putsOverridesOverTheSpec() throws Exception {
    var override = "image.tag=new";
    var values = desired("spec: {image: {tag: old}}", override).values();
    assertEquals("new", values.toTree().at("/image/tag").asText());
  }

  @Test
  void hasAnotherDigestForOtherInputOnly() throws Exception {
    var override = "a=2";
    var digest = desired("spec: {a: 1, b: {c: x, d: y}}").inputDigest();
    assertEquals(digest, desired("spec: {b: {d: y, c: x}, a: 1}").inputDigest());
    for (var other :
        List.of(
            desired("spec: {a: 2, b: {c: x, d: y}}"),
            desired("spec: {a: '1', b: {c: x, d: y}}"),
            desired("spec: {a: 1, b: {c: x, d: y}}", override),
            desiredOf("chart-2", "spec: {a: 1, b: {c: x, d: y}}"))) {
      assertNotEquals(digest, other.inputDigest());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec: text|spec must be an object",
        "spec: [1]|spec must be an object",
        "spec: {limit: 9223372036854775808}|spec.limit",
      })
  void reportsAnInvalidSpec(String spec, String problem) {
    var failure = assertThrows(InvalidPrimaryException.class, () -> desired(spec));
    assertTrue(failure.problem().startsWith(problem), failure.problem());
  }

  @Test
  void reportsAnOverrideThatDoesNotFitTheSpec() throws Exception {
    var override = "image.tag=new";
    var failure =
        assertThrows(InvalidPrimaryException.class, () -> desired("spec: {image: x}", override));
    assertTrue(failure.problem().startsWith("overrideValues: "), failure.problem());
    assertTrue(failure.problem().contains("image"), failure.problem());
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
        Values.ofYaml("{name: cache, old: {size: 3}, more: [1, 30000000], color: red}"),
        translated(renames, adds));
  }

  @Test
  void reportsTheErrorOfATranslator() {
    var fails =
        translating(
            (context, values) -> {
              throw new IllegalStateException("size must be small or large");
            });
    var failure = assertThrows(InvalidPrimaryException.class, () -> translated(fails));
    assertEquals("TranslationFailed", failure.reason());
    assertEquals(fails.getClass().getName() + ": size must be small or large", failure.problem());
  }

  private Values translated(ChartExtension... extensions) throws InvalidPrimaryException {
    var chart = DesiredReleaseFixture.chart(Path.of("helm-charts/memcached"), "chart-1");
    return DesiredReleasesFixture.of(client, chart, Map.of("color", "red"), extensions)
        .from(read("spec: {size: 3}"), Revisions.RELEASE, "")
        .values();
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
}
