package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.preview.ObjectChange.Action;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void groupsEqualChangesUnderANameForAllReleases() {
    var plan =
        Plan.of(
            Stream.of("one", "two", "three")
                .map(name -> preview(name, "a", name.equals("three") ? "c" : "b", ""))
                .toList());

    assertEquals(
        """
        2 primaries: widget/one in namespace shop, widget/two in namespace shop
        └── ~ Deployment/<release>-web spec.template.image: "a" -> "b"
        1 primary: widget/three in namespace shop
        └── ~ Deployment/<release>-web spec.template.image: "a" -> "c"
        3 changed, 0 unchanged; 3 restart pods, 0 fail\
        """,
        String.join("\n", plan.lines(Paint.NONE)));
  }

  @Test
  void separatesChangesThatDifferBehindTheCut() {
    var same = "x".repeat(300);
    var plan =
        Plan.of(
            Stream.of("one", "two", "three")
                .map(name -> preview(name, same, "y" + same + name.charAt(0), ""))
                .toList());

    assertEquals(
        List.of(
            List.of("widget/two in namespace shop", "widget/three in namespace shop"),
            List.of("widget/one in namespace shop")),
        plan.groups().stream().map(PlannedGroup::primaries).toList());
  }

  @Test
  void countsUnchangedPrimariesAndNamesFailingOnes() {
    var plan = Plan.of(List.of(preview("one", "a", "b", "field is immutable"), unchanged("two")));

    assertEquals(
        """
        widget/one in namespace shop fails: field is immutable
        0 changed, 1 unchanged; 0 restart pods, 1 fail\
        """,
        String.join("\n", plan.lines(Paint.NONE)));
  }

  @Test
  void countsAReleaseThatIsOnlyTakenOverAsUnchanged() {
    var marks =
        Stream.of("metadata.labels[\"catamaran.dev/operator\"]", "metadata.ownerReferences")
            .map(path -> new FieldChange(path, TextNode.valueOf(""), TextNode.valueOf("x"), false))
            .toList();
    var taken =
        new ObjectChange(
            Action.CHANGED, "v1", "ConfigMap", "shop", "one-page", false, marks, false);

    var plan =
        Plan.of(
            List.of(
                new ReleasePreview(
                    "widget/one", "shop", "one", "none", "", "", List.of(taken), 0, List.of())));

    assertEquals(
        """
        1 primary takes over a release as it is: its objects get the marks of their owner, and nothing else
        0 changed, 1 unchanged; 0 restart pods, 0 fail\
        """,
        String.join("\n", plan.lines(Paint.NONE)));
    assertFalse(plan.isChange());
  }

  @Test
  void showsWhatElseChangesAmongTheMarksOfATakeOver() {
    var mark =
        new FieldChange(
            "metadata.annotations[\"meta.helm.sh/release-name\"]",
            TextNode.valueOf(""),
            TextNode.valueOf("one"),
            false);
    var color =
        new FieldChange("data.color", TextNode.valueOf("red"), TextNode.valueOf("blue"), false);
    var page =
        new ObjectChange(
            Action.CHANGED, "v1", "ConfigMap", "a", "page", false, List.of(mark, color), false);
    var other =
        new ObjectChange(Action.CHANGED, "v1", "Secret", "a", "s", false, List.of(mark), false);

    var plan =
        Plan.of(
            List.of(
                new ReleasePreview(
                    "widget/one", "a", "one", "none", "", "", List.of(page, other), 0, List.of())));

    assertEquals(
        """
        1 primary: widget/one in namespace a
        ├── ~ ConfigMap/page data.color: "red" -> "blue"
        └── marks of ownership on 2 objects
        1 changed, 0 unchanged; 0 restart pods, 0 fail\
        """,
        String.join("\n", plan.lines(Paint.NONE)));
  }

  private static ReleasePreview unchanged(String name) {
    return new ReleasePreview(
        "widget/" + name, "shop", name, "none", "", "", List.of(), 1, List.of());
  }

  private static ReleasePreview preview(String name, String before, String after, String problem) {
    var field =
        new FieldChange(
            "spec.template.image", TextNode.valueOf(before), TextNode.valueOf(after), false);
    var change =
        new ObjectChange(
            Action.CHANGED,
            "apps/v1",
            "Deployment",
            "shop",
            name + "-web",
            false,
            List.of(field),
            true);
    return new ReleasePreview(
        "widget/" + name, "shop", name, "upgrade", problem, "", List.of(change), 0, List.of());
  }
}
