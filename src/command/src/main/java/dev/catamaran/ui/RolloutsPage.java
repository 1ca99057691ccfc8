package dev.catamaran.ui;

import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.requests.RolloutRequests;
import java.util.List;
import java.util.Locale;

/** The newest rollout of each kind. */
public record RolloutsPage(Frame frame, List<FoundRollout> rollouts) {
  static RolloutsPage of(Frame frame, FoundRollouts found) {
    return new RolloutsPage(frame, found.rollouts());
  }

  /** Returns the path of the releases of its kind, which a ChartRollout writes with a capital. */
  public static String releases(FoundRollout rollout) {
    return Query.ALL.ofKind(rollout.kind().toLowerCase(Locale.ROOT)).link();
  }

  public static List<String> commands(FoundRollout rollout) {
    return RolloutRequests.commands(rollout);
  }
}
