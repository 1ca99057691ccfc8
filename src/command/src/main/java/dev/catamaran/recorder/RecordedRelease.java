package dev.catamaran.recorder;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartDefinitions;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Definitions;
import dev.catamaran.engine.Engine;
import dev.catamaran.helm.HelmProcess;
import dev.catamaran.helm.StoredRelease;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.temporary.TemporaryFolder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.Set;

/** One life of a release on its own stand-in API server. */
final class RecordedRelease implements AutoCloseable {
  private final DesiredRelease desired;
  private final Discovery discovery;
  private final ObjectStore store;
  private final ObjectRequests requests;
  private final StandInServer server;
  private final TemporaryFolder folder;
  private final KubernetesClient client;
  private final Engine process;
  private final HelmEngine engine;
  private final SequencedSet<RecordedObject> objects = new LinkedHashSet<>();
  private final Set<List<Object>> read = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private String manifest = "";

  RecordedRelease(DesiredRelease desired, Discovery discovery) {
    this.desired = desired;
    this.discovery = discovery;
    this.store = ObjectStore.of(desired.release().namespace());
    this.requests = new ObjectRequests(discovery, store);
    this.server = StandInServer.start(discovery, requests);
    this.folder = TemporaryFolder.create("catamaran-recorder-");
    this.client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl(server.url()).build())
            .build();
    this.process = Engine.of(server.writeKubeconfig(folder.path()));
    this.engine = HelmProcess.of(process, new ApiResources(client));
  }

  /**
   * Runs operations in their order.
   *
   * @throws EngineException if Helm does not even store a first revision
   */
  Recording run(Set<Operation> operations) {
    createDefinitions();
    for (var operation : operations) {
      perform(operation, call(operation));
    }
    return new Recording(
        desired.chart().name(),
        desired.release().namespace(),
        desired.release().name(),
        manifest,
        List.copyOf(objects),
        requests.recorded(),
        notes);
  }

  private HelmCall call(Operation operation) {
    var release = desired.release();
    return switch (operation) {
      case INSTALL -> new HelmCall.Install(desired);
      case UPGRADE -> new HelmCall.Upgrade(desired);
      case TEST -> new HelmCall.Test(release, desired.timeout());
      case UNINSTALL ->
          new HelmCall.Uninstall(release, new UninstallOptions(desired.timeout(), true));
    };
  }

  private void createDefinitions() {
    var definitions = new Definitions(client, new ApiResources(client));
    definitions.ensure(
        Manifest.of(definitionsOf(desired.chart()).with(desired.values())),
        desired.options().crds());
  }

  private static ChartDefinitions definitionsOf(Chart chart) {
    try {
      return ChartDefinitions.of(chart);
    } catch (InvalidChartException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A failure after Helm stored a revision is a note: most of the chart is known then. */
  private void perform(Operation operation, HelmCall call) {
    requests.begin(operation);
    try {
      engine.run(call);
    } catch (EngineException e) {
      readRevisions();
      if (objects.isEmpty() && manifest.isEmpty()) {
        throw e;
      }
      notes.add(
          "helm %s fails at the recorder: %s"
              .formatted(operation.name().toLowerCase(Locale.ROOT), e.getMessage()));
    }
    readRevisions();
  }

  private void readRevisions() {
    var secrets = new ApiPath("", "v1", desired.release().namespace(), "secrets", "", "");
    for (var secret : store.list(secrets, new Selection("owner=helm", ""))) {
      var release =
          StoredRelease.of(client.getKubernetesSerialization().convertValue(secret, Secret.class));
      manifest = release.manifest();
      // Large charts take long to read, and most upgrades make the same objects.
      if (read.add(List.of(manifest, release.hooks()))) {
        objects.addAll(new RecordedObjects(discovery, desired.release().namespace()).of(release));
      }
    }
  }

  @Override
  public void close() {
    process.close();
    client.close();
    server.close();
    folder.close();
  }
}
