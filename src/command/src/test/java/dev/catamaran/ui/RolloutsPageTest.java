package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.requests.FoundRollout;
import dev.catamaran.ui.Frame.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutsPageTest {

  @Test
  void saysHowFarItIsAndWhoWaits() {
    var html = Pages.text(page());

    for (var part :
        List.of(
            "Progressing, 1 of 9, wave 2 of 3",
            "href=\"/releases?kind=widget.test.dev\"",
            "<li>changing: shop/b</li>",
            "<li>failed: shop/x</li>",
            "<li>plan: 4711, approved</li>",
            "<li>shop/d: size: 1 → 2</li>")) {
      assertTrue(html.contains(part), html);
    }
  }

  private static Pages.RolloutsPage page() {
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
    return new Pages.RolloutsPage(frame, List.of(rollout));
  }
}
