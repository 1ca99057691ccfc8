package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ReleaseSummary;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
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
  void blocksAnActionUntilItsPreHookSucceeds(TestPrimary one) {
    var witness = new Witness();
    witness.objection = "the backup is not done";
    operate(one, witness);
    one.apply("{color: red}");
    var refusal = Witness.class.getName() + ": the backup is not done";
    for (var type : List.of("ReleaseFailed", "Irreconcilable")) {
      one.awaitReason(type, "HookFailed", refusal);
    }
    eventually(() -> assertTrue(witness.calls.contains("failed HookFailed " + refusal)));
    assertEquals(List.of(), one.revisions());

    witness.objection = "";

    one.awaitReady();
    assertEquals(Map.of(), one.condition("ReleaseFailed"));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(
        List.of("before INSTALL red"),
        witness.calls.stream().distinct().filter(call -> call.startsWith("before")).toList());
  }

  @Test
  void reportsEachRevisionOnceAndAFailedPostHook(TestPrimary one) {
    var witness = new Witness();
    operate(one, witness);
    one.deploy("{color: red}");
    one.apply("{color: bad}");
    one.awaitReason("PostHookFailed", "HookFailed", Witness.class.getName() + ": no such color");
    one.awaitReady();
    eventually(() -> assertEquals(1, one.events("PostHookFailed").size()));

    one.apply("{color: blue}");
    one.awaitData("paint", "color", "blue");
    one.awaitNo("PostHookFailed");
    one.delete(ConfigMap.class, "paint");
    eventually(
        () -> assertTrue(witness.calls.contains("corrected [recreated ConfigMap/one-paint]")));
    one.delete();
    one.awaitGone();
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
    eventually(() -> assertEquals(1, one.events("Painted").size()));
  }

  @Test
  void combinesExtensionsOfWatchesYamlAndJava(TestPrimary one) {
    var watching =
        Watching.chart("Widget", paint(), "extensions: [%s]".formatted(Loud.class.getName()));
    one.namespace()
        .operate(manager -> manager.watches(watching.write()).extension(WIDGET, new Witness()));
    one.apply("{color: red}");
    one.awaitData("paint", "color", "RED");
    eventually(() -> assertEquals(1, one.events("Painted").size()));
  }

  private static void operate(TestPrimary one, ChartExtension extension) {
    one.namespace().operate(manager -> manager.chart(WIDGET, paint()).extension(WIDGET, extension));
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

  private static Path paint() {
    return TestChart.named("paint").configMap("paint", "color", "{{ .Values.color }}").path();
  }
}
