package dev.catamaran.chaos;

import dev.catamaran.trial.Account;
import dev.catamaran.trial.Trial;

/**
 * One primary, and what must become of it.
 *
 * @param trial the primary and its release
 * @param account what was done to it; its step counts the values of the chart's {@code step}
 */
record Member(Trial trial, Account account) {

  String name() {
    return trial.name();
  }

  static String value(int step) {
    return "step-" + step;
  }
}
