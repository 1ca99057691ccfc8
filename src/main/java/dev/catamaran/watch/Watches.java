package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.List;

/**
 * A whole watches.yaml without problems.
 *
 * @param file as it was given; empty if all is declared by a program
 * @param watches in the order of the file, then those that a program declares; each API once
 * @param notes sentences worth logging that are no problems, such as a field that has no effect any
 *     more
 */
public record Watches(Path file, List<Watch> watches, List<String> notes) {

  public Watches {
    watches = List.copyOf(watches);
    notes = List.copyOf(notes);
  }
}
