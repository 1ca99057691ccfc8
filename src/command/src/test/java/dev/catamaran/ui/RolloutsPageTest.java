package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.ui.Page.Filter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutsPageTest {

  @Test
  void saysHowFarItIsAndWhoWaits() {
    var html = Pages.html(page());

    for (var part :
        List.of(
            "Progressing, 1 of 9, wave 2 of 3",
            "href=\"/releases?kind=widget.test.dev\"",
            "<li>changing: shop/b\n</li>",
            "<li>failed: shop/x\n</li>",
            "<li>plan: 4711, approved\n</li>",
            "<li>shop/d: size: 1 → 2\n</li>")) {
      assertTrue(html.contains(part), html);
    }
  }

  private static Page page() {
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
    var parts = Pages.rollouts(new FoundRollouts(List.of(rollout)));
    return new Page("Rollouts", "Rollouts", "", List.of(), Filter.NONE, parts);
  }
}
