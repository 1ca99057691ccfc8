package dev.catamaran.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A path in the syntax of {@code helm --set}, as steps. Pure. */
final class ValuesPath {
  private static final Pattern STEP =
      Pattern.compile("\\[(?<index>\\d+)]|\\.?(?<name>(?:\\\\.|[^\\\\.\\[])+)");

  private ValuesPath() {}

  static List<String> of(String path) {
    var steps = new ArrayList<String>();
    var step = STEP.matcher(path);
    while (step.find()) {
      var index = step.group("index");
      steps.add(index != null ? index : step.group("name").replaceAll("\\\\(.)", "$1"));
    }
    return steps;
  }

  /** Returns whether one of the two is part of the other. */
  static boolean touch(List<String> one, List<String> other) {
    int common = Math.min(one.size(), other.size());
    return one.subList(0, common).equals(other.subList(0, common));
  }
}
