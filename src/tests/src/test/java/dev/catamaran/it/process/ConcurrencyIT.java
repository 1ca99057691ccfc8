package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConcurrencyIT {
  private static final int PRIMARIES = 8;
  private static final Map<String, Integer> WORKERS = Map.of("Widget", 1, "Gadget", 3);

  /** An additional worker would start its install within this time. Bonny ends a pass after it. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(3);

  @Test
  void eachKindHasExactlyItsNumberOfWorkers(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart =
        TestChart.named("busy")
            .template("gate.yaml", gate.job("pre-install"))
            .configMap("made", "by", "busy")
            .path();
    namespace.operate(
        Watching.chart("Widget", chart, "maxConcurrentReconciles: 1")
            .and("Gadget", chart, "maxConcurrentReconciles: 3"));
    for (int i = 0; i < PRIMARIES; i++) {
      namespace.apply("Widget", "widget-" + i, "{}");
      namespace.apply("Gadget", "gadget-" + i, "{}");
    }

    eventually(() -> assertEquals(WORKERS, installing(namespace)));
    throughout(LONG_ENOUGH, () -> assertEquals(WORKERS, installing(namespace)));

    gate.open();
    var most = new TreeMap<String, Integer>();
    within(
        Duration.ofMinutes(6),
        () -> {
          installing(namespace).forEach((kind, now) -> most.merge(kind, now, Math::max));
          assertEquals(2 * PRIMARIES, ready(namespace, "Widget") + ready(namespace, "Gadget"));
        });
    assertEquals(WORKERS, most);
  }

  /** Holds its passes until the gate opens. */
  @ControllerConfiguration
  static final class Held implements Reconciler<TypedWidget> {
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<String> passes = new CopyOnWriteArrayList<>();

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context)
        throws InterruptedException {
      int size = widget.getSpec().size();
      passes.add("begin " + size);
      gate.await();
      passes.add("end " + size);
      return UpdateControl.noUpdate();
    }
  }

  @Test
  void aPrimaryHasOnePassAtATimeAndNoneIsEnded(TestNamespace namespace) {
    var held = new Held();
    namespace.operate(manager -> manager.reconciler(Widgets.KIND, held));
    namespace.apply("Widget", "one", "{size: 1}");
    eventually(() -> assertEquals(List.of("begin 1"), held.passes));

    namespace.apply("Widget", "one", "{size: 2}");
    namespace.apply("Widget", "one", "{size: 3}");
    throughout(LONG_ENOUGH, () -> assertEquals(List.of("begin 1"), held.passes));
    held.gate.countDown();

    eventually(() -> assertEquals(List.of("begin 1", "end 1", "begin 3", "end 3"), held.passes));
  }

  /** The hook of a release may wait for a custom resource of the same release and kind. */
  @Test
  void makesTheChildOfAReleaseThatWaits(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart =
        TestChart.named("parent")
            .values("{isParent: false}")
            .configMap("made", "by", "parent")
            .template(
                "child.yaml",
                """
                {{ if .Values.isParent }}
                apiVersion: test.catamaran.dev/v1
                kind: Widget
                metadata: {name: "{{ .Release.Name }}-child"}
                ---
                %s{{ end }}
                """
                    .formatted(gate.job("post-install")))
            .path();
    namespace.operate(Watching.chart("Widget", chart, "maxConcurrentReconciles: 1"));

    namespace.apply("Widget", "one", "{isParent: true}");

    namespace.awaitReady("Widget", "one-child");
    assertEquals(Map.of("Widget", 1), installing(namespace));
    gate.open();
    namespace.awaitReady("Widget", "one");
  }

  /** The number of running installs of each kind. */
  private static Map<String, Integer> installing(TestNamespace namespace) {
    var found = new TreeMap<String, Integer>();
    for (var secret :
        namespace
            .client()
            .secrets()
            .inNamespace(namespace.name())
            .withLabel("status", "pending-install")
            .list()
            .getItems()) {
      var kind = secret.getMetadata().getName().contains("gadget-") ? "Gadget" : "Widget";
      found.merge(kind, 1, Integer::sum);
    }
    return found;
  }

  private static long ready(TestNamespace namespace, String kind) {
    return namespace.list(kind).stream()
        .map(primary -> primary.getMetadata().getName())
        .filter(name -> "True".equals(namespace.condition(kind, name, "Ready").get("status")))
        .count();
  }

  private static final int CHANGED = 8;

  @Test
  void repairsAReadyReleaseBeforeWaitingUpgrades(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart =
        TestChart.named("busy")
            .values("{gated: false}")
            .template(
                "gate.yaml",
                "{{ if .Values.gated }}\n%s{{ end }}\n".formatted(gate.job("pre-upgrade")))
            .configMap("made", "by", "busy")
            .path();
    namespace.operate(Watching.chart("Widget", chart, "maxConcurrentReconciles: 1"));
    namespace.apply("Widget", "ready", "{}");
    changed().forEach(name -> namespace.apply("Widget", name, "{}"));
    namespace.awaitReady("Widget", "ready");
    changed().forEach(name -> namespace.awaitReady("Widget", name));
    changed().forEach(name -> namespace.apply("Widget", name, "{gated: true}"));
    eventually(
        () ->
            assertEquals(
                1,
                changed()
                    .filter(name -> namespace.revisions(name).contains("2 pending-upgrade"))
                    .count()));
    namespace.delete(ConfigMap.class, "ready-made");
    gate.open();

    changed().forEach(name -> namespace.awaitRevisions(name, "1 superseded", "2 deployed"));

    long repaired = version(namespace.existing(ConfigMap.class, "ready-made"));
    long before =
        changed()
            .map(name -> namespace.existing(Secret.class, "sh.helm.release.v1." + name + ".v2"))
            .filter(upgraded -> version(upgraded) < repaired)
            .count();
    // The upgrade that ran, and those of a slow watch. In the order of their causes it would be
    // all.
    assertTrue(before <= CHANGED / 2, before + " upgrades ended before the repair");
  }

  private static Stream<String> changed() {
    return IntStream.range(0, CHANGED).mapToObj(i -> "changed-" + i);
  }

  /** Versions of objects in one etcd rise with each write. */
  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
