package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.Chart;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    var chart =
        new Chart(
            Path.of("helm-charts/memcached"),
            "memcached",
            "0.1.0",
            Optional.empty(),
            chartDigest,
            Set.of());
    var set = new LinkedHashMap<String, String>();
    for (var override : overrides) {
      int sign = override.indexOf('=');
      set.put(override.substring(0, sign), override.substring(sign + 1));
    }
    return DesiredReleasesFixture.of(client, chart, set).from(read(spec), Revisions.RELEASE, "");
  }

  @Test
  void namesThePrimaryItsReleaseAndItsTime() throws Exception {
    var desired = desired("spec: {replicaCount: 3}");
    assertEquals(Revisions.PRIMARY, desired.primary());
    assertEquals(Revisions.RELEASE, desired.release());
    assertEquals(Duration.ofMinutes(5), desired.timeout());
  }

  @Test
  void takesTheSpecAsValues() throws Exception {
    assertEquals(
        new YAMLMapper().readTree("{replicaCount: 3, image: {tag: '1.10'}, empty: null}"),
        desired("spec: {replicaCount: 3, image: {tag: '1.10'}, empty: null}").values().toTree());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "spec: {}", "spec: null"})
  void treatsAMissingSpecAsNoValues(String spec) throws Exception {
    assertEquals(0, desired(spec).values().toTree().size());
  }

  @Test
  void putsOverridesOverTheSpec() throws Exception {
    var override = "image.tag=new";
    assertEquals(
        "new",
        desired("spec: {image: {tag: old}}", override).values().toTree().at("/image/tag").asText());
  }

  @Test
  void hasTheSameDigestForTheSameInput() throws Exception {
    assertEquals(
        desired("spec: {a: 1, b: {c: x, d: y}}").inputDigest(),
        desired("spec: {b: {d: y, c: x}, a: 1}").inputDigest());
  }

  @Test
  void hasAnotherDigestForOtherValues() throws Exception {
    assertNotEquals(desired("spec: {a: 1}").inputDigest(), desired("spec: {a: 2}").inputDigest());
    assertNotEquals(desired("spec: {a: 1}").inputDigest(), desired("spec: {a: '1'}").inputDigest());
  }

  @Test
  void hasAnotherDigestForAnotherChart() throws Exception {
    assertNotEquals(
        desiredOf("chart-1", "spec: {a: 1}").inputDigest(),
        desiredOf("chart-2", "spec: {a: 1}").inputDigest());
  }

  @Test
  void hasAnotherDigestWithOtherOverrides() throws Exception {
    var override = "a=2";
    assertNotEquals(
        desired("spec: {a: 1}").inputDigest(), desired("spec: {a: 1}", override).inputDigest());
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
}
