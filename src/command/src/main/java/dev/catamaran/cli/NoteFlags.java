package dev.catamaran.cli;

import dev.catamaran.project.Notes;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Flags for notes about generated files. */
final class NoteFlags {
  private static final int SHOWN = 10;

  @Option(
      names = "--all-notes",
      description =
          "Print all notes about generated files (default: the first "
              + SHOWN
              + ", and all about edits of people).")
  private boolean all;

  /** Prints notes. No later run reports a conflict again, so the limit is for the others. */
  void print(Notes notes, PrintWriter out) {
    notes.conflicts().forEach(note -> print(note, out));
    var others = notes.others();
    others.stream().limit(all ? others.size() : SHOWN).forEach(note -> print(note, out));
    if (!all && others.size() > SHOWN) {
      print("%d more; --all-notes prints them".formatted(others.size() - SHOWN), out);
    }
  }

  private static void print(String note, PrintWriter out) {
    out.printf("note: %s%n", note);
  }
}
