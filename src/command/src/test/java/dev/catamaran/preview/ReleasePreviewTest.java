package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.preview.ObjectChange.Action;
import dev.catamaran.preview.ReleasePreview.HookRun;
import dev.catamaran.terminal.Ink.Paint;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleasePreviewTest {
  private static final FieldChange IMAGE =
      new FieldChange(
          "spec.template.spec.containers[web].image",
          TextNode.valueOf("a"),
          TextNode.valueOf("b"),
          false);

  @Test
  void showsObjectsHooksAndASummary() {
    assertEquals(
        """
        widget/one in namespace shop: upgrade of release one
        ├── ~ Deployment/one-web
        │   └── spec.template.spec.containers[web].image: "a" -> "b"
        ├── + Role/one in namespace other
        ├── - ClusterRole/one
        └── hooks
            └── pre-upgrade Job one-migrate
        1 created, 1 changed, 1 deleted; 4 unchanged; hooks: pre-upgrade Job one-migrate\
        """,
        text(
            preview(
                "upgrade",
                "",
                "",
                List.of(
                    change(Action.CHANGED, "Deployment", "shop", "one-web", List.of(IMAGE)),
                    change(Action.CREATED, "Role", "other", "one", List.of()),
                    change(Action.DELETED, "ClusterRole", "", "one", List.of())),
                List.of(
                    new HookRun(
                        "batch/v1", "Job", "shop", "one-migrate", List.of("pre-upgrade"))))));
  }

  @Test
  void keepsTextsOfTheClusterOnTheirLines() {
    var field =
        new FieldChange(
            "data.a\u001b[2J", TextNode.valueOf("\u009b2J"), TextNode.valueOf("b"), false);
    assertEquals(
        """
        widget/one in namespace shop: upgrade of release one
        └── ~ ConfigMap/one x
            └── data.a [2J: " 2J" -> "b"
        fails: no y
        0 created, 1 changed, 0 deleted before the failure\
        """,
        text(
            preview(
                "upgrade",
                "no\ny",
                "",
                List.of(change(Action.CHANGED, "ConfigMap", "shop", "one\nx", List.of(field))),
                List.of())));
  }

  @Test
  void saysThatNothingChangesAndWhy() {
    assertEquals("no change", text(preview("none", "", "", List.of(), List.of())));
    assertEquals("no change: paused", text(preview("none", "", "paused", List.of(), List.of())));
    assertEquals(
        "no change of objects, only the upgrade itself",
        text(preview("upgrade", "", "", List.of(), List.of())));
  }

  private static String text(ReleasePreview preview) {
    return String.join("\n", preview.lines(Paint.NONE));
  }

  private static ObjectChange change(
      Action action, String kind, String namespace, String name, List<FieldChange> fields) {
    return new ObjectChange(action, "v1", kind, namespace, name, false, fields, false);
  }

  private static ReleasePreview preview(
      String action, String problem, String note, List<ObjectChange> objects, List<HookRun> hooks) {
    return new ReleasePreview(
        "widget/one", "shop", "one", action, problem, note, objects, 4, hooks);
  }
}
