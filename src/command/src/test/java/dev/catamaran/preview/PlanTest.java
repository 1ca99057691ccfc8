package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.preview.ObjectChange.Action;
import dev.catamaran.terminal.Ink.Paint;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void groupsEqualChangesUnderANameForAllReleases() {
    // The changes of one and three differ behind the cut.
    var same = "x".repeat(300);
    var plan =
        Plan.of(
            Stream.of("one", "two", "three", "four")
                .map(
                    name ->
                        release(
                            name,
                            "upgrade",
                            name.equals("four") ? "field is immutable" : "",
                            changed(
                                "Deployment",
                                name + "-web",
                                true,
                                field("image", same, same + name.charAt(0)))))
                .toList());
    var lines =
        plan.lines(Paint.NONE).stream().map(line -> line.replaceAll("image: .*", "image")).toList();
    assertEquals(
        List.of(
            "2 custom resources: widget/two in namespace shop, widget/three in namespace shop",
            "└── ~ Deployment/<release>-web image",
            "1 custom resource: widget/one in namespace shop",
            "└── ~ Deployment/one-web image",
            "widget/four in namespace shop fails: field is immutable",
            "3 changed, 0 unchanged; 3 restart pods, 1 fail"),
        lines);
  }

  @Test
  void writesAPlaceholderOnlyWhereThePrimariesDiffer() {
    var image = field("image", "nginx:1", "nginx:2");
    assertEquals(
        List.of(
            "1 custom resource: widget/nginx in namespace shop",
            "└── ~ Deployment/web image: \"nginx:1\" -> \"nginx:2\"",
            "1 changed, 0 unchanged; 1 restart pods, 0 fail"),
        Plan.of(List.of(release("nginx", "upgrade", "", changed("Deployment", "web", true, image))))
            .lines(Paint.NONE));
  }

  @Test
  void countsAReleaseThatIsOnlyTakenOverAsUnchanged() {
    var owner = field("metadata.labels[\"catamaran.dev/operator\"]", "", "x");
    var plan =
        Plan.of(List.of(release("one", "none", "", changed("ConfigMap", "p", false, owner))));
    assertEquals(
        List.of(
            "1 custom resource takes over a release as it is: its objects get the marks of their owner, and nothing else",
            "0 changed, 1 unchanged; 0 restart pods, 0 fail"),
        plan.lines(Paint.NONE));
    assertFalse(plan.isChange());
  }

  @Test
  void tellsThatSomebodyHoldsAnUnchangedOne() {
    var held =
        new ReleasePreview(
            "widget/one",
            "shop",
            "one",
            "none",
            "",
            "paused by catamaran.dev/pause",
            List.of(),
            0,
            List.of());
    assertEquals(
        List.of(
            "0 changed, 1 unchanged; 0 restart pods, 0 fail",
            "1 of the unchanged are held or wait, such as widget/one in namespace shop; catamaran diff says why"),
        Plan.of(List.of(held)).lines(Paint.NONE));
  }

  @Test
  void showsWhatElseChangesAmongTheMarksOfATakeOver() {
    var mark = field("metadata.annotations[\"meta.helm.sh/release-name\"]", "", "one");
    var color = field("data.color", "red", "blue");
    assertEquals(
        List.of(
            "1 custom resource: widget/one in namespace shop",
            "├── ~ ConfigMap/page data.color: \"red\" -> \"blue\"",
            "└── marks of ownership on 2 objects",
            "1 changed, 0 unchanged; 0 restart pods, 0 fail"),
        Plan.of(
                List.of(
                    release(
                        "one",
                        "none",
                        "",
                        changed("ConfigMap", "page", false, mark, color),
                        changed("Secret", "s", false, mark))))
            .lines(Paint.NONE));
  }

  private static FieldChange field(String path, String before, String after) {
    return new FieldChange(path, TextNode.valueOf(before), TextNode.valueOf(after), false);
  }

  private static ObjectChange changed(
      String kind, String name, boolean restart, FieldChange... fields) {
    return new ObjectChange(
        Action.CHANGED, "v1", kind, "shop", name, false, List.of(fields), restart);
  }

  private static ReleasePreview release(
      String name, String action, String problem, ObjectChange... objects) {
    return new ReleasePreview(
        "widget/" + name, "shop", name, action, problem, "", List.of(objects), 0, List.of());
  }
}
