package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ReleaseSummary;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtensionIT {
  private static final GroupVersionKind WIDGET =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");

  @Test
  void blocksAnActionUntilItsPreHookSucceeds(TestNamespace namespace) {
    var witness = new Witness();
    witness.objection = "the backup is not done";
    namespace.operate(manager -> manager.chart(WIDGET, paint(), chart -> chart.extension(witness)));
    namespace.apply("Widget", "one", "{color: red}");

    var refusal = Witness.class.getName() + ": the backup is not done";
    for (var type : List.of("ReleaseFailed", "Irreconcilable")) {
      eventually(
          () ->
              assertEquals(
                  Map.of("status", "True", "reason", "HookFailed", "message", refusal),
                  namespace.condition("Widget", "one", type)));
    }
    eventually(() -> assertTrue(witness.calls.contains("failed HookFailed " + refusal)));
    assertEquals(List.of(), namespace.revisions("one"));

    witness.objection = "";
    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "ReleaseFailed"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(
        List.of("before INSTALL red"),
        witness.calls.stream().distinct().filter(call -> call.startsWith("before")).toList());
  }

  @Test
  void reportsEachRevisionOnceAndAFailedPostHook(TestNamespace namespace) {
    var witness = new Witness();
    namespace.operate(manager -> manager.chart(WIDGET, paint(), chart -> chart.extension(witness)));
    namespace.deploy("Widget", "one", "{color: red}");

    namespace.apply("Widget", "one", "{color: bad}");
    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status", "True",
                    "reason", "HookFailed",
                    "message", Witness.class.getName() + ": no such color"),
                namespace.condition("Widget", "one", "PostHookFailed")));
    namespace.awaitReady("Widget", "one");
    eventually(
        () ->
            assertEquals(
                List.of("Warning"),
                events(namespace, "PostHookFailed").stream().map(Event::getType).toList()));

    namespace.apply("Widget", "one", "{color: blue}");
    awaitColor(namespace, "blue");
    eventually(
        () -> assertEquals(Map.of(), namespace.condition("Widget", "one", "PostHookFailed")));
    namespace.delete(ConfigMap.class, "one-paint");
    eventually(
        () -> assertTrue(witness.calls.contains("corrected [recreated ConfigMap/one-paint]")));
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));

    assertEquals(
        List.of(
            "before INSTALL red",
            "after INSTALL 1",
            "installed 1",
            "before UPGRADE bad",
            "after UPGRADE 2",
            "upgraded 2",
            "before UPGRADE blue",
            "after UPGRADE 3",
            "upgraded 3",
            "corrected [recreated ConfigMap/one-paint]",
            "uninstalled"),
        witness.calls);
    eventually(() -> assertEquals(1, events(namespace, "Painted").size()));
  }

  @Test
  void combinesExtensionsOfWatchesYamlAndJava(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", paint(), "extensions: [%s]".formatted(Loud.class.getName()));
    namespace.operate(
        manager -> manager.watches(watching.write()).extension(WIDGET, new Witness()));
    namespace.apply("Widget", "one", "{color: red}");

    awaitColor(namespace, "RED");
    eventually(() -> assertEquals(1, events(namespace, "Painted").size()));
  }

  /** Named in watches.yaml. */
  public static final class Loud implements ChartExtension {
    @Override
    public Map<String, @Nullable Object> translate(
        ChartContext context, Map<String, @Nullable Object> values) {
      values.computeIfPresent("color", (key, color) -> color.toString().toUpperCase(Locale.ROOT));
      return values;
    }
  }

  /** Records its calls. */
  private static final class Witness implements ChartExtension {
    final List<String> calls = new CopyOnWriteArrayList<>();
    volatile String objection = "";

    @Override
    public void beforeAction(
        ChartContext context, ChartAction action, Map<String, @Nullable Object> values) {
      calls.add("before " + action + " " + values.get("color"));
      if (!objection.isEmpty()) {
        throw new IllegalStateException(objection);
      }
    }

    @Override
    public void afterAction(ChartContext context, ReleaseSummary revision) {
      calls.add("after " + revision.action() + " " + revision.revision());
      var paint = revision.objects().getFirst().name();
      var made =
          context
              .client()
              .configMaps()
              .inNamespace(context.releaseNamespace())
              .withName(paint)
              .require();
      if (made.getData().get("color").equals("bad")) {
        throw new IllegalArgumentException("no such color");
      }
    }

    @Override
    public void installed(ChartContext context, ReleaseSummary revision) {
      calls.add("installed " + revision.revision());
      context.event(ChartContext.EventType.NORMAL, "Painted", "as " + context.releaseName());
    }

    @Override
    public void upgraded(ChartContext context, ReleaseSummary revision) {
      calls.add("upgraded " + revision.revision());
      throw new IllegalStateException("the operator must ignore this");
    }

    @Override
    public void uninstalled(ChartContext context) {
      calls.add("uninstalled");
    }

    @Override
    public void failed(ChartContext context, String reason, String message) {
      calls.add("failed " + reason + " " + message);
    }

    @Override
    public void driftCorrected(ChartContext context, List<String> corrections) {
      calls.add("corrected " + corrections);
    }
  }

  private static void awaitColor(TestNamespace namespace, String color) {
    eventually(() -> assertEquals(Map.of("color", color), namespace.data("one-paint")));
  }

  private static List<Event> events(TestNamespace namespace, String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> event.getReason().equals(reason))
        .toList();
  }

  private static Path paint() {
    return TestChart.named("paint").configMap("paint", "color", "{{ .Values.color }}").path();
  }
}
