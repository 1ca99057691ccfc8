package dev.catamaran.chaos;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts events by actor and kind. */
final class Tally {
  private final Map<String, Integer> counts = new TreeMap<>();

  void add(String actor, String event) {
    counts.merge(actor + ": " + event, 1, Integer::sum);
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
}
