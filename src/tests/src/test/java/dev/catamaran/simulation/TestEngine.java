package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.Values;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.engine.Engine;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.HelmProcess;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/** The engine for one release, without a manager. */
public final class TestEngine {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** One for each cluster; they end with this process. */
  private static final Map<Path, Engine> ENGINES = new ConcurrentHashMap<>();

  private final TestNamespace namespace;
  private final KubernetesClient client;
  private final ReleaseKey release;
  private final HelmEngine engine;

  private TestEngine(TestNamespace namespace, String release) {
    this.namespace = namespace;
    this.client = namespace.client();
    this.release = new ReleaseKey(namespace.name(), release);
    this.engine = helm(namespace);
  }

  /** Helm with an administrator's rights, for any release. */
  public static HelmEngine helm(TestNamespace namespace) {
    var apis = new ApiResources(namespace.client());
    return HelmProcess.of(process(namespace), apis.questions(), secret -> {});
  }

  /** Helm's answers about charts. */
  public static ChartEngine charts(TestNamespace namespace) {
    return ChartEngine.of(process(namespace));
  }

  private static Engine process(TestNamespace namespace) {
    return ENGINES.computeIfAbsent(namespace.cluster().adminKubeconfig(), Engine::of);
  }

  /** The engine for this release. */
  public static TestEngine of(TestNamespace namespace, String release) {
    return new TestEngine(namespace, release);
  }

  /** The engine itself. */
  public HelmEngine engine() {
    return engine;
  }

  /** The release. */
  public ReleaseKey release() {
    return release;
  }

  /** The desired release of a primary with these values in its spec. */
  public DesiredRelease desired(Path chart, String values, EngineOptions options) {
    var primary =
        new PrimaryIdentity(
            "test.catamaran.dev/v1", "Widget", namespace.name(), release.name(), "uid-1");
    return new DesiredRelease(
        release,
        primary,
        load(chart),
        values(values),
        values(values),
        ReleaseInput.ofDigest("digest of " + values),
        TIMEOUT,
        options,
        "",
        SecretTexts.none(),
        // The garbage collector would delete the objects of a primary that does not exist.
        Optional.empty(),
        Optional.empty());
  }

  /** Installs with Helm's defaults. */
  public void install(Path chart, String values) {
    engine.run(new HelmCall.Install(desired(chart, values, EngineOptions.DEFAULT)));
  }

  /** Upgrades with Helm's defaults. */
  public void upgrade(Path chart, String values) {
    engine.run(
        new HelmCall.Upgrade(
            desired(chart, values, EngineOptions.DEFAULT), List.of(), deleted -> {}));
  }

  /** A stored revision. */
  public Revision revision(int number) {
    try (var store =
        new SecretReleaseStore(
            client,
            charts(namespace),
            new WatchedNamespaces(Set.of(namespace.name())),
            primary -> {})) {
      return store.refresh(release).revisions().stream()
          .filter(revision -> revision.number() == number)
          .findFirst()
          .orElseThrow();
    }
  }

  /** The whole payload of a stored revision. */
  public JsonNode payload(int number) {
    var name = "sh.helm.release.v1.%s.v%d".formatted(release.name(), number);
    var data = client.secrets().inNamespace(release.namespace()).withName(name).require().getData();
    var zipped = Base64.getDecoder().decode(Base64.getDecoder().decode(data.get("release")));
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new JsonMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Chart load(Path chart) {
    try {
      return new ChartLoader(Files.createTempDirectory("charts-")).load(chart);
    } catch (InvalidChartException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Values values(String yaml) {
    try {
      return Values.of(new YAMLMapper().readTree(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
