package dev.catamaran.chaos;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts events by actor and kind. */
final class Tally {
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Announces an event that must happen in the run. */
  void expect(String actor, String event) {
    add(actor, event, 0);
  }

  void add(String actor, String event) {
    add(actor, event, 1);
  }

  void add(String actor, String event, int times) {
    counts.merge(actor + ": " + event, times, Integer::sum);
  }

  /** The announced events that have not happened. */
  List<String> missing() {
    return counts.entrySet().stream()
        .filter(event -> event.getValue() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** One line for each kind of event. */
  String table() {
    return counts.entrySet().stream()
        .map(entry -> "%6d  %s".formatted(entry.getValue(), entry.getKey()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** The name of a constant as words. */
  static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
