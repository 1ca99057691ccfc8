package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class QuietIT {
  private static final Duration PERIOD = Duration.ofMillis(300);

  @Test
  void sendsNoRequestsWhileNothingChanges(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var watching =
        Watching.chart(
            "Widget",
            TestChart.memcached(),
            "valuesFrom: [{kind: ConfigMap, name: settings, optional: true}]");
    var operator = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "cache", "{replicaCount: 2}");
    namespace.awaitReady("Widget", "cache");

    Rest.ofOperator(requests, Duration.ofSeconds(2), () -> operator.passes("Widget"), 2);

    assertEquals(List.of("1 deployed"), namespace.revisions("cache"));
  }

  @Test
  void keepsTheFirstRenderingOfAChartWithRandomValues(TestNamespace namespace) {
    var watching = Watching.chart("Widget", passwords());
    var first = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var password = password(namespace);
    assertFalse(password.isEmpty());

    Rest.during(() -> first.passes("Widget"), 2, () -> assertEquals(password, password(namespace)));
    first.close();
    var second = namespace.operate(watching, PERIOD);
    Rest.during(
        () -> second.passes("Widget"), 2, () -> assertEquals(password, password(namespace)));

    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void writesNothingToAPrimaryWithARefusedSpec(TestNamespace namespace) {
    var operator = namespace.operate(Watching.chart("Widget", passwords()), PERIOD);
    var one = namespace.widget("one").apply("[not, an, object]");
    one.awaitReason("Stalled", "InvalidSpec");
    var before = one.value("metadata.resourceVersion");
    Rest.during(
        () -> operator.passes("Widget"),
        3,
        () -> assertEquals(before, one.value("metadata.resourceVersion")));
  }

  private static String password(TestNamespace namespace) {
    return namespace.data("one-password").getOrDefault("password", "");
  }

  private static Path passwords() {
    return TestChart.named("passwords")
        .configMap("password", "password", "\"{{ randAlphaNum 16 }}\"")
        .path();
  }

  private static final Duration LONGER_PERIOD = Duration.ofMillis(400);

  /** In these a resting primary has two or three passes. */
  private static final int PERIODS = 25;

  /**
   * The Gadget, whose objects are not watched, counts the periods: so the machine may be slow. With
   * the Go operators, an annotation of zero means no pass without an event.
   */
  @Test
  void leavesOutPassesUntilAnInputChanges(TestNamespace namespace) {
    var operator = operate(namespace, LONGER_PERIOD);
    namespace.deploy("Gadget", "counting", "{}");
    namespace.deploy("Widget", "one", "{}");
    namespace.deploy("Widget", "zero", "{}");
    namespace.annotate("Widget", "zero", "helm.sdk.operatorframework.io/reconcile-period", "0s");
    // Events of its last change may cause passes until then.
    var before = new AtomicLong();
    eventually(
        () -> {
          before.set(operator.passes("Widget"));
          awaitPasses(operator, 8);
          assertTrue(operator.passes("Widget") - before.get() <= 4);
        });

    before.set(operator.passes("Widget"));
    awaitPasses(operator, PERIODS);
    long passes = operator.passes("Widget") - before.get();
    // Of two primaries; without rests it would be twice as many as periods.
    assertTrue(passes >= 2 && passes < PERIODS, () -> passes + " passes");

    namespace.put("one-colors", "color", "blue");
    namespace.widget("one").awaitData("colors", "color", "red");
  }

  /** A change of the status alone causes no event, since the operator's own reports change it. */
  @Test
  void rewritesAStatusThatAnotherClientChanged(TestNamespace namespace) {
    operate(namespace, Duration.ofSeconds(1));
    namespace.deploy("Widget", "one", "{}");
    namespace.mergeStatus("Widget", "one", "{\"status\":{\"conditions\":[]}}");
    namespace.widget("one").awaitStatus("Ready", "True");
  }

  private static TestedOperator operate(TestNamespace namespace, Duration period) {
    var chart = TestChart.named("colors").configMap("colors", "color", "red").path();
    return namespace.operate(
        Watching.chart("Widget", chart, "watchDependentResources: true")
            .and("Gadget", chart, "watchDependentResources: false"),
        period);
  }

  /** Waits for more passes over the Gadget. */
  private static void awaitPasses(TestedOperator operator, int more) {
    long enough = operator.passes("Gadget") + more;
    eventually(() -> assertTrue(operator.passes("Gadget") >= enough));
  }

  private static final Duration CALM = Duration.ofSeconds(2);

  /**
   * Helm writes the marks of ownership with the objects. What the informers do not deliver in time
   * is read by its name.
   */
  @Test
  void areFewForAnInstallationAnUpgradeAndARemoval(TestNamespace namespace) {
    Rest.ofDefinitions(namespace.client());
    var requests = RequestLog.of(namespace.identity());
    var colors = TestChart.named("colors").configMap("colors", "color", "red").path();
    namespace.operate(Watching.chart("Widget", TestChart.memcached()).and("Gadget", colors));
    // After a first release, the operator knows and watches all kinds.
    namespace.deploy("Widget", "first", "{}");
    namespace.deploy("Gadget", "small", "{}");
    awaitEnd(requests);

    requests.restart();
    namespace.deploy("Gadget", "second", "{}");
    awaitEnd(requests);
    assertEquals(
        List.of("create events", "patch gadgets", "patch gadgets/status", "patch gadgets/status"),
        ofTheOperator(requests));

    // A Deployment is ready later, and its primary tells so.
    requests.restart();
    namespace.deploy("Widget", "other", "{}");
    awaitEnd(requests);
    assertEquals(
        Set.of("create events", "patch widgets", "patch widgets/status"), writes(requests));
    assertEquals(3, created(requests));

    requests.restart();
    namespace.apply("Widget", "other", "{replicaCount: 2}");
    namespace.awaitRevisions("other", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "other");
    awaitEnd(requests);
    assertEquals(Set.of("create events", "patch widgets/status"), writes(requests));
    assertEquals(1, created(requests), "a dry run of the changed Deployment");

    requests.restart();
    namespace.delete("Gadget", "small");
    namespace.one("Gadget", "small").awaitGone();
    awaitEnd(requests);
    assertEquals(
        List.of("create events", "list secrets", "patch gadgets"),
        ofTheOperator(requests).stream().filter(title -> !title.equals("get secrets")).toList());
  }

  /** Without reads: what the watch has not delivered in time is read. */
  private static Set<String> writes(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> request.agent().startsWith("fabric8") && request.isWrite())
        .map(QuietIT::title)
        .collect(Collectors.toSet());
  }

  private static long created(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> !request.agent().startsWith("fabric8"))
        .filter(request -> request.verb().equals("create") && !request.resource().equals("secrets"))
        .count();
  }

  /** The operator writes the Event of an operation on another thread. */
  private static void awaitEnd(RequestLog requests) {
    eventually(() -> assertTrue(ofTheOperator(requests).contains("create events")));
    requests.awaitQuiet(CALM);
  }

  /** The requests of the operator's own client, sorted, but reads of single objects. */
  private static List<String> ofTheOperator(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> request.agent().startsWith("fabric8") && !request.verb().equals("get"))
        .map(QuietIT::title)
        .sorted()
        .toList();
  }

  private static String title(Request request) {
    var subresource = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return request.verb() + " " + request.resource() + subresource;
  }
}
