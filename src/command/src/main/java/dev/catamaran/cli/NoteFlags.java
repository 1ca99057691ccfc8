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

  void print(List<String> notes, PrintWriter out) {
    notes.stream().limit(all ? notes.size() : SHOWN).forEach(note -> print(note, out));
    if (!all && notes.size() > SHOWN) {
      print("%d more; --all-notes prints them".formatted(notes.size() - SHOWN), out);
    }
  }

  private static void print(String note, PrintWriter out) {
    out.printf("note: %s%n", note);
  }
}
