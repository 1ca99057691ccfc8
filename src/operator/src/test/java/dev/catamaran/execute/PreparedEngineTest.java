package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.DESIRED;
import static dev.catamaran.execute.Ports.TIMEOUT;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.UninstallOptions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PreparedEngineTest {
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      """;

  /** No API server answers, so a request for a definition fails. */
  private static final KubernetesClient CLIENT =
      new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder(Config.empty())
                  .withMasterUrl("http://127.0.0.1:1")
                  .withRequestRetryBackoffLimit(0)
                  .build())
          .build();

  private static final ChartEngine CHARTS = ChartEngine.start();

  private final Ports ports = new Ports();
  private final PreparedEngine engine =
      new PreparedEngine(
          ports.engine,
          CHARTS,
          new Definitions(CLIENT, new ApiResources(CLIENT)),
          new ApiResources(CLIENT));

  @AfterAll
  static void close() {
    CLIENT.close();
    CHARTS.close();
  }

  @Test
  void passesOnCallsThatRenderNothing() {
    var current = ports.forged(revision(1, RevisionStatus.DEPLOYED));
    var calls =
        List.of(
            new HelmCall.Rollback(DESIRED, current),
            new HelmCall.Compare(DESIRED, current),
            new HelmCall.Test(RELEASE, TIMEOUT),
            new HelmCall.Uninstall(RELEASE, new UninstallOptions(TIMEOUT, true)));

    calls.forEach(engine::run);

    assertEquals(calls, ports.engine.calls());
  }

  @Test
  void returnsTheResultOfTheCall() {
    assertEquals(
        HelmCall.Result.NO_RELEASE,
        engine.run(new HelmCall.Uninstall(RELEASE, new UninstallOptions(TIMEOUT, true))));
  }

  @Test
  void asksForNoDefinitionOfAChartWithoutOne() {
    var install = new HelmCall.Install(desired(TestChart.named("plain"), CrdPolicy.CREATE));

    engine.run(install);

    assertEquals(List.of(install), ports.engine.calls());
  }

  @Test
  void leavesDefinitionsAloneWhereToldSo() {
    var install =
        new HelmCall.Install(
            desired(TestChart.named("widgets").file("crds/w.yaml", DEFINITION), CrdPolicy.SKIP));

    engine.run(install);

    assertEquals(List.of(install), ports.engine.calls());
  }

  @Test
  void callsHelmOnlyOnceTheDefinitionsExist() {
    var desired =
        desired(TestChart.named("widgets").file("crds/w.yaml", DEFINITION), CrdPolicy.CREATE);

    for (var call : List.of(new HelmCall.Install(desired), new HelmCall.Upgrade(desired))) {
      assertThrows(EngineException.class, () -> engine.run(call));
    }
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void blamesAChartThatIsGone() {
    var gone = DesiredReleaseFixture.chart(Path.of("no-such-chart"), "digest");
    var install = new HelmCall.Install(DesiredReleaseFixture.desired(gone, CrdPolicy.CREATE));

    var failure = assertThrows(EngineException.class, () -> engine.run(install));

    assertInstanceOf(EngineFailure.Unrenderable.class, failure.failure());
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void blamesADefinitionThatIsNoYaml() {
    var install =
        new HelmCall.Install(
            desired(TestChart.named("widgets").file("crds/w.yaml", "kind: [\n"), CrdPolicy.CREATE));

    var failure = assertThrows(EngineException.class, () -> engine.run(install));

    assertTrue(failure.failure().blamesTheInput());
    assertTrue(failure.failure().message().contains("crds/w.yaml"), failure.failure().message());
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void refusesAReleaseThatDoesNotFitIntoItsSecret() {
    var noise = new byte[1_200_000];
    new Random(1).nextBytes(noise);
    var chart =
        TestChart.named("large").file("files/noise", Base64.getEncoder().encodeToString(noise));

    var failure =
        assertThrows(
            EngineException.class,
            () -> engine.run(new HelmCall.Upgrade(desired(chart, CrdPolicy.SKIP))));

    assertInstanceOf(EngineFailure.TooLarge.class, failure.failure());
    assertEquals(List.of(), ports.engine.calls());
  }

  private static DesiredRelease desired(TestChart chart, CrdPolicy crds) {
    var digest = Chart.digestOf(chart.path()).orElseThrow();
    return DesiredReleaseFixture.desired(DesiredReleaseFixture.chart(chart.path(), digest), crds);
  }
}
