package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.ui.Frame.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutsPageTest {

  @Test
  void saysHowFarItIsAndWhoWaits() {
    var line = line();

    assertEquals("wave 2 of 3, 1 of 9 done, 1 changing, 1 failed", line.progress());
    assertEquals("/releases?kind=widget.test.dev", line.releases());
    assertEquals(
        List.of(new Frame.Link("shop/b", "/releases?kind=widget.test.dev&text=shop%2Fb")),
        line.changing());
    assertEquals("shop/x", line.failed().getFirst().text());
    assertEquals("plan 4711, approved; the change of 1 is another, and waits", line.plan());
    assertEquals("shop/d: size: 1 → 2", line.others().getFirst().text());
  }

  private static RolloutsPage.Line line() {
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
            List.of(new FoundRollout.Difference("shop/d", "size: 1 → 2")));
    var frame = Frame.of("Rollouts", Place.ROLLOUTS, List.of(), Rows.CLOCK.instant());
    return RolloutsPage.of(frame, new FoundRollouts(List.of(rollout))).rollouts().getFirst();
  }
}
