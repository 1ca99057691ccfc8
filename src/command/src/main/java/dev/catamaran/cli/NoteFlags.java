package dev.catamaran.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Option;

/** Flags for notes about generated files. */
final class NoteFlags {
  private static final int SHOWN = 10;

  @Option(
      names = "--all-notes",
      description = "Print all notes about generated files (default: the first " + SHOWN + ").")
  private boolean all;

  /** Prints notes. */
  void print(List<String> notes, PrintWriter out) {
    notes.stream()
        .limit(all ? notes.size() : SHOWN)
        .forEach(note -> out.printf("note: %s%n", note));
    if (!all && notes.size() > SHOWN) {
      out.printf("note: %d more; --all-notes prints them%n", notes.size() - SHOWN);
    }
  }
}
