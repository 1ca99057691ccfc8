package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.manager.Manager;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@RealNode
class WatchesReloadIT {
  private static final Path WIDGET = chart("widget");
  private static final Path GADGET = chart("gadget");

  @Test
  void reconcilesAnAddedKindAndIgnoresARemovedOne(TestNamespace namespace) {
    var file = Watching.chart("Widget", WIDGET).write();
    namespace.operate(manager -> manager.watches(file));
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Gadget", "two", "{}");
    namespace.awaitReady("Widget", "one");

    Watching.chart("Widget", WIDGET).and("Gadget", GADGET).replace(file);
    namespace.awaitReady("Gadget", "two");

    Watching.chart("Gadget", GADGET, "overrideValues: {color: blue}").replace(file);
    eventually(() -> assertEquals(Map.of("by", "blue"), namespace.data("two-made")));
    awaitIgnored(namespace);
    var ignored = namespace.data("one-made");
    namespace.delete("Widget", "one");
    throughout(Duration.ofSeconds(3), () -> assertNotNull(namespace.primary("Widget", "one")));
    assertEquals(ignored, namespace.data("one-made"));

    Watching.chart("Widget", WIDGET).and("Gadget", GADGET).replace(file);
    eventually(() -> assertNull(namespace.primary("Widget", "one"), "the operator must clean up"));
    assertEquals(Map.of(), namespace.data("one-made"));
  }

  /** The controller of one kind stops while that of another one starts. */
  private static void awaitIgnored(TestNamespace namespace) {
    var edits = new AtomicInteger();
    eventually(
        () -> {
          var before = namespace.data("one-made");
          namespace.apply("Widget", "one", "{color: edit-%d}".formatted(edits.incrementAndGet()));
          throughout(Duration.ofSeconds(2), () -> assertEquals(before, namespace.data("one-made")));
        });
  }

  @Test
  void followsAnEditedEntryAndIgnoresABrokenFile(TestNamespace namespace) {
    var file = Watching.chart("Widget", WIDGET).and("Gadget", GADGET).write();
    namespace.operate(manager -> manager.watches(file));
    namespace.deploy("Widget", "one", "{}");

    Watching.yaml("- kind: [Widget\n").replace(file);
    namespace.apply("Widget", "one", "{color: red}");
    eventually(() -> assertEquals(Map.of("by", "red"), namespace.data("one-made")));

    Watching.chart("Widget", WIDGET, "overrideValues: {color: blue}")
        .and("Gadget", GADGET)
        .replace(file);
    eventually(() -> assertEquals(Map.of("by", "blue"), namespace.data("one-made")));

    Watching.chart("Widget", GADGET).and("Gadget", GADGET).replace(file);
    namespace.apply("Widget", "one", "{}");
    eventually(() -> assertEquals(Map.of("by", "gadget"), namespace.data("one-made")));
  }

  @Test
  void followsAnEditFromBeforeItsStart(TestNamespace namespace) throws Exception {
    var file = Watching.chart("Widget", WIDGET).write();
    var read =
        Manager.builder()
            .watches(file)
            .kubeconfig(namespace.identity().kubeconfig())
            .namespaces(namespace.name())
            .metricsAddress("0")
            .probeAddress("0")
            .chartCache(Files.createTempDirectory("charts-"))
            .build();
    Watching.chart("Widget", WIDGET).and("Gadget", GADGET).replace(file);
    namespace.apply("Gadget", "two", "{}");
    var manager = read.start();
    try {
      namespace.awaitReady("Gadget", "two");
      namespace.delete("Gadget", "two");
      eventually(() -> assertNull(namespace.primary("Gadget", "two")));
    } finally {
      manager.close();
    }
  }

  @Test
  void restoresAFieldWhenItsIgnoreRuleIsRemoved(TestNamespace namespace) {
    var chart = TestChart.named("fruit").configMap("made", "color", "blue").path();
    var file = Watching.chart("Widget", chart, "drift: {ignore: [{paths: [/data/color]}]}").write();
    namespace.operate(manager -> manager.watches(file));
    namespace.deploy("Widget", "one", "{}");
    namespace.put("one-made", "color", "red");
    // A repair of the one that is deleted shows that the operator has seen the other one.
    namespace.deploy("Widget", "two", "{}");
    namespace.delete(ConfigMap.class, "two-made");
    namespace.widget("two").awaitData("made", "color", "blue");
    assertEquals(Map.of("color", "red"), namespace.data("one-made"));

    Watching.chart("Widget", chart).replace(file);
    namespace.widget("one").awaitData("made", "color", "blue");
  }

  @Test
  void saysWhatIsWrongAndTriesAgain(TestNamespace namespace) throws Exception {
    var file = Watching.chart("Widget", WIDGET).write();
    var operator = namespace.launch(Watching.chart("Widget", WIDGET), "--watches-file=" + file);
    namespace.deploy("Widget", "one", "{}");

    Watching.yaml("- group: test.catamaran.dev\n  version: v1\n").replace(file);
    operator.awaitLog("has changed, but cannot be used; the previous watches stay in use");
    operator.awaitLog("kind is required");

    var gadget = chart("gadget");
    var aside = Files.move(gadget, gadget.resolveSibling("aside"));
    Watching.chart("Gadget", gadget).replace(file);
    operator.awaitLog("chart " + gadget + ": does not exist");
    // In one step: the operator tries again at any time.
    Files.move(aside, gadget, StandardCopyOption.ATOMIC_MOVE);

    operator.awaitLog(file + " has changed and is in use");
    operator.awaitLog("Custom resources without a watch keep their finalizer");
    namespace.deploy("Gadget", "two", "{}");
  }

  private static Path chart(String name) {
    return TestChart.named(name)
        .values("color: " + name)
        .configMap("made", "by", "\"{{ .Values.color }}\"")
        .path();
  }
}
