package dev.catamaran.chaos;

import dev.catamaran.trial.Account;
import dev.catamaran.trial.Trial;

/**
 * One primary, and its expected state.
 *
 * @param trial the primary and its release
 * @param account the history of the primary; its step is the index of a value of {@code step}
 */
record Member(Trial trial, Account account) {

  String name() {
    return trial.name();
  }

  static String value(int step) {
    return "step-" + step;
  }
}
