package dev.catamaran.logging;

/** Levels of the operator's log, spelled as on the command line. */
public enum LogLevel {
  debug,
  info,
  warn,
  error
}
