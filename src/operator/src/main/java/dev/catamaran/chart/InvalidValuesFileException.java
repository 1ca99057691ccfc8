package dev.catamaran.chart;

/**
 * A text is not a values file. The message contains the position, counted from 1, and no part of
 * the text, which may be secret.
 */
public final class InvalidValuesFileException extends Exception {

  InvalidValuesFileException(int line, int column) {
    super("line " + line + ", column " + column + ": not a mapping in YAML");
  }
}
