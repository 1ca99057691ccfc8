package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.events.Reporter;
import dev.catamaran.events.SeriesRecorder;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventSeriesIT {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  @Test
  void countsARepeatedEventInOneObject(TestNamespace namespace) {
    var about = object(namespace);
    var requests = RequestLog.of(namespace.identity());
    try (var client = client(namespace);
        var events = recorder(client)) {
      events.record(about, EventRecorder.Type.WARNING, "Stuck", "the door does not open");
      eventually(() -> assertEquals("the door does not open", only(namespace, "Stuck").getNote()));
      for (int i = 1; i < 50; i++) {
        events.record(about, EventRecorder.Type.WARNING, "Stuck", "the door does not open");
      }
      // Closing waits at most two seconds. A busy machine may need more.
      eventually(() -> assertEquals(50, only(namespace, "Stuck").getSeries().getCount()));
    }

    eventually(
        () -> {
          var verbs = requests.beyondUpkeep().stream().map(RequestLog.Request::verb).toList();
          assertTrue(verbs.size() >= 2 && verbs.size() <= 3, verbs::toString);
          assertEquals(List.of("create", "patch"), verbs.stream().distinct().toList());
        });
  }

  @Test
  void recordsTheActionTheObjectsAndTheReporter(TestNamespace namespace) {
    var about = object(namespace);
    try (var client = client(namespace);
        var events = recorder(client)) {
      events.record(
          Occurrence.of(about, EventRecorder.Type.WARNING, "Copied", "a copy")
              .during("Copy")
              .with(namespaceObject(namespace)));
      eventually(() -> only(namespace, "Copied"));
    }

    var copied = only(namespace, "Copied");
    assertEquals("Warning", copied.getType());
    assertEquals("Copy", copied.getAction());
    assertEquals("thing", copied.getRegarding().getName());
    assertEquals(namespace.name(), copied.getRelated().getName());
    assertEquals("tester", copied.getReportingController());
    assertEquals("tester-here", copied.getReportingInstance());
  }

  @Test
  void isFoundByKubectlDescribe(TestNamespace namespace) {
    var about = object(namespace);
    try (var client = client(namespace);
        var events = recorder(client)) {
      events.record(about, EventRecorder.Type.NORMAL, "Painted", "as wanted");
      events.record(namespaceObject(namespace), EventRecorder.Type.NORMAL, "Painted", "all of it");
      eventually(
          () -> assertEquals(2, meters.counter("catamaran.events", "result", "created").count()));
    }

    // The field selector of kubectl describe.
    var found =
        namespace
            .client()
            .v1()
            .events()
            .inNamespace(namespace.name())
            .withField("involvedObject.uid", about.getMetadata().getUid())
            .list()
            .getItems();
    assertEquals(List.of("as wanted"), found.stream().map(e -> e.getMessage()).toList());
    assertNull(found.getFirst().getSeries(), "a single event has no series");
    var clusterScoped =
        namespace
            .client()
            .v1()
            .events()
            .inNamespace("default")
            .withField("involvedObject.name", namespace.name())
            .list()
            .getItems();
    assertEquals(List.of("all of it"), clusterScoped.stream().map(e -> e.getMessage()).toList());
  }

  @Test
  void createsADeletedEventAgain(TestNamespace namespace) {
    var about = object(namespace);
    try (var client = client(namespace);
        var events = recorder(client)) {
      events.record(about, EventRecorder.Type.NORMAL, "Painted", "again");
      eventually(() -> assertEquals(1, events(namespace, "Painted").size()));
      namespace.client().events().v1().events().resource(only(namespace, "Painted")).delete();

      events.record(about, EventRecorder.Type.NORMAL, "Painted", "again");

      eventually(() -> assertEquals(2, only(namespace, "Painted").getSeries().getCount()));
    }
  }

  @Test
  void neitherBlocksNorThrowsWithoutAnApiServer(TestNamespace namespace) {
    var about = object(namespace);
    var config =
        new ConfigBuilder()
            .withMasterUrl("https://127.0.0.1:1")
            .withRequestRetryBackoffLimit(0)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build();
        var events = recorder(client)) {
      for (int i = 0; i < 5_000; i++) {
        events.record(about, EventRecorder.Type.NORMAL, "Painted", "in color " + i);
      }
    }

    assertEquals(4_975, meters.counter("catamaran.events", "result", "suppressed").count());
    eventually(
        () -> assertEquals(25, meters.counter("catamaran.events", "result", "dropped").count()));
  }

  @Test
  void countsRepairsOfAChartInOneEvent(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.named("plain").configMap("it", "color", "blue").path()));
    namespace.deploy("Widget", "one", "{}");
    for (int i = 1; i <= 2; i++) {
      namespace.delete(ConfigMap.class, "one-it");
      eventually(() -> assertEquals("blue", namespace.data("one-it").get("color")));
    }

    eventually(() -> assertEquals(2, only(namespace, "DriftCorrected").getSeries().getCount()));
    eventually(() -> assertEquals(1, events(namespace, "InstallSuccessful").size()));
  }

  private SeriesRecorder recorder(KubernetesClient client) {
    return new SeriesRecorder(client, Reporter.of("tester", "here"), meters, Clock.systemUTC());
  }

  private static KubernetesClient client(TestNamespace namespace) {
    var kubeconfig = namespace.identity().kubeconfig().toFile();
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
  }

  private static ConfigMap object(TestNamespace namespace) {
    return namespace.configMap("thing", Map.of());
  }

  private static Namespace namespaceObject(TestNamespace namespace) {
    return namespace.client().namespaces().withName(namespace.name()).get();
  }

  private static Event only(TestNamespace namespace, String reason) {
    var found = events(namespace, reason);
    assertEquals(1, found.size(), found::toString);
    return found.getFirst();
  }

  private static List<Event> events(TestNamespace namespace, String reason) {
    var all = namespace.client().events().v1().events().inNamespace(namespace.name()).list();
    return all.getItems().stream().filter(event -> event.getReason().equals(reason)).toList();
  }
}
