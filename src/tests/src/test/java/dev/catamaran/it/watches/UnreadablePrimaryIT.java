package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The API server accepts these primaries. A Java client cannot read them by default. The API server
 * accepts 10,000 levels. From about 3,000 levels, its server-side apply can time out.
 */
class UnreadablePrimaryIT {
  private static final String LONG_KEY = "{\"" + "k".repeat(60_000) + "\":1}";

  private static String nested(int depth) {
    return "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  private static void create(TestNamespace namespace, String name, String spec) {
    var object =
        """
        {"apiVersion":"test.catamaran.dev/v1","kind":"Widget","metadata":{"name":"%s"},"spec":%s}\
        """
            .formatted(name, spec);
    namespace.client().raw(path(namespace), "POST", object);
  }

  /** The text of a primary: a usual parser refuses it. Null if it is gone. */
  private static @Nullable String text(TestNamespace namespace, String name) {
    return namespace.client().raw(path(namespace) + "/" + name);
  }

  private static void awaitGone(TestNamespace namespace, String name) {
    eventually(() -> assertNull(text(namespace, name)));
  }

  private static void delete(TestNamespace namespace, String name) {
    namespace.deleteAt(path(namespace) + "/" + name);
  }

  private static String path(TestNamespace namespace) {
    return "/apis/test.catamaran.dev/v1/namespaces/%s/widgets".formatted(namespace.name());
  }

  private static Watching chart() {
    return Watching.chart("Widget", TestChart.named("read").configMap("made", "by", "it").path());
  }

  private static List<String> events(TestNamespace namespace, String primary) {
    return namespace.list(Event.class).stream()
        .filter(event -> event.getInvolvedObject().getName().equals(primary))
        .filter(event -> event.getReason().equals("PrimaryUnreadable"))
        .map(Event::getMessage)
        .distinct()
        .toList();
  }

  @Test
  void readsALongKeyLikeAnyOther(TestNamespace namespace) {
    create(namespace, "long", LONG_KEY);
    namespace.operate(chart());
    namespace.awaitReady("Widget", "long");
    delete(namespace, "long");
    awaitGone(namespace, "long");
  }

  @Test
  void reportsTooDeepNestingAndAllowsCorrectionOrDeletion(TestNamespace namespace) {
    create(namespace, "deep", nested(1_000));
    create(namespace, "doomed", nested(900));
    namespace.operate(chart());
    // One becomes unreadable with its release.
    namespace.deploy("Widget", "one", "{}");
    // The operator may write at the same time.
    eventually(
        () ->
            namespace
                .client()
                .raw(
                    path(namespace) + "/one",
                    "PUT",
                    text(namespace, "one")
                        .replaceFirst("\"spec\":\\{[^}]*\\}", "\"spec\":" + nested(800))));
    var problem = "spec is nested deeper than 400 levels";
    for (var name : List.of("deep", "doomed", "one")) {
      eventually(
          () -> {
            var text = String.valueOf(text(namespace, name));
            assertTrue(text.contains("\"reason\":\"PrimaryUnreadable\""), name);
            assertTrue(text.contains(problem), name);
          });
      eventually(
          () -> assertTrue(events(namespace, name).toString().contains(problem), "no Event"));
    }
    assertEquals(List.of(), namespace.revisions("deep"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("by", "it"), namespace.data("one-made"));

    namespace
        .resource("Widget", "deep")
        .patch(
            PatchContext.of(PatchType.JSON), "[{\"op\":\"add\",\"path\":\"/spec\",\"value\":{}}]");
    namespace.awaitReady("Widget", "deep");
    for (var name : List.of("doomed", "one")) {
      delete(namespace, name);
      awaitGone(namespace, name);
      assertEquals(List.of(), namespace.revisions(name));
    }
  }

  /** The spec of a typed reconciler. */
  public static final class Size {
    public int size;
  }

  /** The Widget of test-crds.yaml. The type of its field accepts fewer values than the schema. */
  @Group("test.catamaran.dev")
  @Version("v1")
  @Kind("Widget")
  public static final class SizedWidget extends CustomResource<Size, Map<String, Object>>
      implements Namespaced {
    private static final long serialVersionUID = 1L;
  }

  private final List<String> passes = new CopyOnWriteArrayList<>();

  /** Records each reconciled Widget. */
  @ControllerConfiguration(name = "sizes")
  final class Sizes implements Reconciler<SizedWidget>, Cleaner<SizedWidget> {
    @Override
    public UpdateControl<SizedWidget> reconcile(SizedWidget widget, Context<SizedWidget> context) {
      passes.add(widget.getMetadata().getName() + " " + widget.getSpec().size);
      return UpdateControl.noUpdate();
    }

    @Override
    public DeleteControl cleanup(SizedWidget widget, Context<SizedWidget> context) {
      passes.add(widget.getMetadata().getName() + " gone");
      return DeleteControl.defaultDelete();
    }
  }

  @Test
  void reachesATypedReconcilerAfterItsCorrection(TestNamespace namespace) {
    create(namespace, "early", "{\"size\":\"hunter2\"}");
    namespace.operate(manager -> manager.reconciler(Widgets.KIND, new Sizes()));
    namespace.apply("Widget", "good", "{size: 1}");
    eventually(() -> assertEquals(List.of("good 1"), passes.stream().distinct().toList()));
    create(namespace, "late", "{\"size\":3000000000}");
    for (var name : List.of("early", "late")) {
      eventually(
          () ->
              assertEquals(
                  List.of(
                      "spec.size cannot be read as int; correct it: until then nothing is done for"
                          + " it"),
                  events(namespace, name)));
    }
    namespace.apply("Widget", "good", "{size: 2}");
    eventually(() -> assertTrue(passes.contains("good 2"), passes::toString));

    namespace.apply("Widget", "early", "{size: 3}");
    namespace.apply("Widget", "late", "{size: 4}");
    eventually(
        () -> assertTrue(passes.containsAll(List.of("early 3", "late 4")), passes::toString));
    delete(namespace, "late");
    awaitGone(namespace, "late");
    assertTrue(passes.contains("late gone"), passes::toString);
  }
}
