package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.ArrayList;

/**
 * One problem of a watches.yaml.
 *
 * @param file path of the file as given
 * @param line counted from 1; 0 for the file as a whole
 * @param path such as {@code watches[2].reconcilePeriod}; empty if it concerns no single entry
 * @param gvk the entry's API as far as it is known; may be empty
 * @param problem description of the problem
 * @param hint advice; may be empty
 */
public record Problem(Path file, int line, String path, String gvk, String problem, String hint) {

  /**
   * Returns {@code watches.yaml:<line> watches[i] <GVK>: <problem>; <hint>}, without unknown parts.
   */
  public String message() {
    var place = new ArrayList<String>();
    place.add(line > 0 ? file + ":" + line : file.toString());
    if (!path.isEmpty()) {
      place.add(path.split("\\.", 2)[0]);
    }
    if (!gvk.isEmpty()) {
      place.add(gvk);
    }
    return String.join(" ", place) + ": " + problem + (hint.isEmpty() ? "" : "; " + hint);
  }
}
