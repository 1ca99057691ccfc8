package dev.catamaran.logging;

/** Forms of a log line, spelled as on the command line. */
public enum LogEncoder {
  console,
  json
}
