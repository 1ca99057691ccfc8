package dev.catamaran.chart;

/**
 * A text is no values file. Says where, counted from 1, and nothing of the text, which may be
 * secret.
 */
public final class InvalidValuesFileException extends Exception {

  InvalidValuesFileException(int line, int column) {
    super("line " + line + ", column " + column + ": not a mapping in YAML");
  }
}
