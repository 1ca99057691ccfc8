package dev.catamaran.watch;

import dev.catamaran.watch.RolloutPolicy.Approval;
import dev.catamaran.watch.RolloutPolicy.OnFailure;
import dev.catamaran.watch.RolloutPolicy.Wave;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the field {@code rollout}. */
final class RolloutReader {
  private static final Wave ALL = new Wave.Share(100);

  private RolloutReader() {}

  /** Returns the policy; empty if all primaries change at once. */
  static Optional<RolloutPolicy> read(Fields fields) {
    if (fields.isWritten(RolloutPolicy.FIELD)) {
      fields.refuse(
          "chartVersions",
          "rollout and chartVersions are both set",
          "primaries choose their version themselves; keep one of them");
    }
    return fields.mapping(RolloutPolicy.FIELD).map(RolloutReader::policy);
  }

  private static RolloutPolicy policy(Fields rollout) {
    var waves = rollout.texts("waves").stream().map(RolloutReader::wave).toList();
    if (!waves.getLast().equals(ALL)) {
      rollout.problem("waves", "waves: the last one must be 100%", "e.g. [1, 5%, 25%, 100%]");
    }
    return new RolloutPolicy(
        waves,
        rollout.text("orderBy"),
        rollout.integer("atOnce").orElse(RolloutPolicy.DEFAULT_AT_ONCE),
        rollout.duration("readyFor").orElse(RolloutPolicy.DEFAULT_READY_FOR),
        rollout.integer("failures").orElse(1),
        rollout.word("onFailure", OnFailure.HALT),
        rollout.word("approval", Approval.NONE),
        rollout.list("windows").stream().map(RolloutReader::window).toList());
  }

  private static Wave wave(String text) {
    int equals = text.indexOf('=');
    if (equals >= 0) {
      return new Wave.Labelled(text.substring(0, equals), text.substring(equals + 1));
    }
    return text.endsWith("%")
        ? new Wave.Share(Integer.parseInt(text.substring(0, text.length() - 1)))
        : new Wave.Count(Integer.parseInt(text));
  }

  private static RolloutWindow window(Fields window) {
    return new RolloutWindow(
        window
            .parsed("timeZone", ZoneId::of, "use e.g. Europe/Zurich or UTC")
            .orElse(ZoneId.of("UTC")),
        days(window.texts("days")),
        LocalTime.parse(window.text("from").orElseThrow()),
        LocalTime.parse(window.text("to").orElseThrow()));
  }

  /** Returns the days of their first letters; all if there are none. */
  private static Set<DayOfWeek> days(Set<String> letters) {
    var days = EnumSet.noneOf(DayOfWeek.class);
    letters.stream()
        .map(text -> text.toUpperCase(Locale.ROOT))
        .flatMap(text -> Stream.of(DayOfWeek.values()).filter(day -> day.name().startsWith(text)))
        .forEach(days::add);
    return days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days;
  }
}
