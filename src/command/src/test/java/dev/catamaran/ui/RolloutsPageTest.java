package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.ui.Frame.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutsPageTest {

  @Test
  void saysWhatEachWaveChangesAndWhoWaits() {
    var line = line(List.of("shop/a", "shop/c", "shop/z"));

    assertEquals("wave 2 of 3, 1 of 9 done, 1 changing, 1 failed", line.progress());
    assertEquals(
        List.of(
            "1 done: from the first up to shop/a",
            "2 present: after shop/a up to shop/c",
            "3 waits: after shop/c up to shop/z"),
        text(line));
    assertEquals(
        "/release/widget.test.dev/shop/z", line.waves().getLast().last().orElseThrow().path());
    assertEquals("/releases?kind=widget.test.dev", line.releases());
    assertEquals(
        List.of(new Frame.Link("shop/b", "/releases?kind=widget.test.dev&text=shop%2Fb")),
        line.changing());
    assertEquals("shop/x", line.failed().getFirst().text());
  }

  @Test
  void knowsWavesThatLabelsChooseAndOtherChangesThanTheApprovedOnes() {
    var line = line(List.of("", "shop/c", "early shop/c"));
    assertEquals(
        List.of(
            "1 done: only primaries that its labels choose",
            "2 present: from the first up to shop/c",
            "3 waits: after shop/c up to early shop/c"),
        text(line));
    assertEquals(
        new Frame.Link("early shop/c", "/release/widget.test.dev/shop/c"),
        line.waves().getLast().last().orElseThrow());
    assertEquals("plan 4711, approved; the change of 1 is another, and waits", line.plan());
    assertEquals("shop/d: size: 1 → 2", line.others().getFirst().text());
  }

  private static List<String> text(RolloutsPage.Line line) {
    return line.waves().stream()
        .map(
            wave ->
                "%d %s: %s%s"
                    .formatted(
                        wave.number(),
                        wave.state(),
                        wave.members(),
                        wave.last().map(last -> " " + last.text()).orElse("")))
        .toList();
  }

  private static RolloutsPage.Line line(List<String> bounds) {
    var rollout =
        new FoundRollout(
            "operators",
            "widget.test.dev-3",
            3,
            "Widget.test.dev",
            "one",
            "two",
            1,
            "Progressing",
            false,
            2,
            3,
            1,
            9,
            List.of("shop/b"),
            List.of("shop/x"),
            "wave 2 of 3",
            "4711",
            "4711",
            1,
            List.of(new FoundRollout.Difference("shop/d", "size: 1 → 2")),
            bounds);
    var frame = Frame.of("Rollouts", Place.ROLLOUTS, List.of(), Rows.CLOCK.instant());
    return RolloutsPage.of(frame, new FoundRollouts(List.of(rollout))).rollouts().getFirst();
  }
}
