package dev.catamaran.chaos;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts what was done, by who did it and what it was. */
final class Tally {
  private final Map<String, Integer> counts = new TreeMap<>();

  void add(String who, String what) {
    counts.merge(who + ": " + what, 1, Integer::sum);
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** One line for each thing. */
  String table() {
    return counts.entrySet().stream()
        .map(entry -> "%6d  %s".formatted(entry.getValue(), entry.getKey()))
        .collect(Collectors.joining(System.lineSeparator()));
  }
}
