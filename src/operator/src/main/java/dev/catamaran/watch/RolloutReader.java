package dev.catamaran.watch;

import dev.catamaran.watch.RolloutPolicy.Approval;
import dev.catamaran.watch.RolloutPolicy.OnFailure;
import dev.catamaran.watch.RolloutPolicy.Wave;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the field {@code rollout}. */
record RolloutReader(Fields fields) {
  private static final String WAVES = "waves";
  private static final String WINDOWS = "windows";
  private static final List<String> NAMES =
      List.of(WAVES, "orderBy", "atOnce", "readyFor", "failures", "onFailure", "approval", WINDOWS);
  private static final List<String> WINDOW_NAMES = List.of("timeZone", "days", "from", "to");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern SHARE = Pattern.compile("([1-9][0-9]?|100)%");
  private static final Pattern LABEL =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._/-]*)=([A-Za-z0-9._-]*)");
  private static final Wave ALL = new Wave.Share(100);
  private static final int DAY_LETTERS = 3;
  private static final String MOST = "at most 100";
  private static final int MOST_AT_ONCE = 100;

  /** Returns the policy; empty if all primaries change at once. */
  Optional<RolloutPolicy> read() {
    var found = fields.mapping(RolloutPolicy.FIELD, NAMES).map(RolloutReader::policy);
    if (found.isPresent()) {
      fields.refuse(
          ChartReader.VERSIONS,
          "rollout and chartVersions are both set",
          "primaries choose their version themselves; keep one of them");
    }
    return found;
  }

  private static RolloutPolicy policy(Fields rollout) {
    int atOnce = rollout.positiveInteger("atOnce").orElse(RolloutPolicy.DEFAULT_AT_ONCE);
    if (atOnce > MOST_AT_ONCE) {
      rollout.problem("atOnce", "atOnce: " + atOnce + " are too many", MOST);
    }
    return new RolloutPolicy(
        waves(rollout),
        rollout.text("orderBy"),
        atOnce,
        rollout.duration("readyFor").orElse(RolloutPolicy.DEFAULT_READY_FOR),
        rollout.positiveInteger("failures").orElse(1),
        rollout.word("onFailure", List.of(OnFailure.values())).orElse(OnFailure.HALT),
        rollout.word("approval", List.of(Approval.values())).orElse(Approval.NONE),
        rollout.filledList(WINDOWS, WINDOW_NAMES).stream()
            .flatMap(window -> window(window).stream())
            .toList());
  }

  private static List<Wave> waves(Fields rollout) {
    var waves = new ArrayList<Wave>();
    for (var text : rollout.texts(WAVES, "such as [1, 5%, 25%, 100%]")) {
      wave(text)
          .ifPresentOrElse(
              waves::add,
              () ->
                  rollout.problem(
                      WAVES,
                      "waves: \"" + text + "\" is no wave",
                      "write a number, a share such as 5%, or a label such as tier=canary"));
    }
    if (waves.isEmpty() || !waves.getLast().equals(ALL)) {
      rollout.problem(WAVES, "waves: the last one must be 100%", "e.g. [1, 5%, 25%, 100%]");
    }
    return waves;
  }

  private static Optional<Wave> wave(String text) {
    var label = LABEL.matcher(text);
    if (label.matches()) {
      return Optional.of(new Wave.Labelled(label.group(1), label.group(2)));
    }
    if (SHARE.matcher(text).matches()) {
      return Optional.of(new Wave.Share(Integer.parseInt(text.substring(0, text.length() - 1))));
    }
    return NUMBER.matcher(text).matches()
        ? Optional.of(new Wave.Count(Integer.parseInt(text)))
        : Optional.empty();
  }

  private static Optional<RolloutWindow> window(Fields window) {
    var zone = parsed(window, "timeZone", "a time zone such as Europe/Zurich", ZoneId::of);
    var from = parsed(window, "from", "a time of day such as 22:00", LocalTime::parse);
    var to = parsed(window, "to", "a time of day such as 04:00", LocalTime::parse);
    var days = days(window);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RolloutWindow(zone.orElse(ZoneId.of("UTC")), days, from.get(), to.get()));
  }

  private static <T> Optional<T> parsed(
      Fields window, String field, String what, Function<String, T> parse) {
    var text = window.text(field);
    if (text.isEmpty() && !field.equals("timeZone")) {
      window.problem("a window needs from and to", "e.g. {from: \"22:00\", to: \"04:00\"}");
    }
    try {
      return text.map(parse);
    } catch (DateTimeException e) {
      window.problem(
          field,
          field + ": must be " + what,
          field.equals("timeZone") ? "e.g. UTC" : "write it in quotes");
      return Optional.empty();
    }
  }

  private static Set<DayOfWeek> days(Fields window) {
    var days = EnumSet.noneOf(DayOfWeek.class);
    for (var text : window.texts("days", "such as [Mon, Tue]")) {
      Stream.of(DayOfWeek.values())
          .filter(day -> shortName(day).equals(text))
          .findFirst()
          .ifPresentOrElse(
              days::add,
              () ->
                  window.problem(
                      "days",
                      "days: \"" + text + "\" is no day",
                      "use Mon, Tue, Wed, Thu, Fri, Sat, Sun"));
    }
    return days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days;
  }

  private static String shortName(DayOfWeek day) {
    return day.name().charAt(0) + day.name().substring(1, DAY_LETTERS).toLowerCase(Locale.ROOT);
  }
}
