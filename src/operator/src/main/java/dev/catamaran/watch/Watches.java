package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.List;

/**
 * A whole watches.yaml without problems.
 *
 * @param file path as given; empty if a program declares all entries
 * @param watches entries in the order of the file, then those that a program declares; each API
 *     once
 * @param notes sentences for the log that are not problems, such as a field without effect
 */
public record Watches(Path file, List<Watch> watches, List<String> notes) {

  public Watches {
    watches = List.copyOf(watches);
    notes = List.copyOf(notes);
  }
}
