package dev.catamaran.validation;

import java.util.Locale;

/** Effect of a finding. */
public enum Severity {
  /** The operator, Helm or the API server refuses it. */
  ERROR,
  /** It works, but probably not as intended. */
  WARNING;

  /** Returns the word for people and programs, in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
