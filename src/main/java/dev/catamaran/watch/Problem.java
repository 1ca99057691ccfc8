package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.ArrayList;

/**
 * One thing that is wrong with a watches.yaml.
 *
 * @param file the file as it was given
 * @param line counted from 1; 0 if it is the file as a whole
 * @param path such as {@code watches[2].reconcilePeriod}; empty if it is no single entry
 * @param gvk the entry's API as far as it is known; may be empty
 * @param problem what is wrong
 * @param hint what to do; may be empty
 */
public record Problem(Path file, int line, String path, String gvk, String problem, String hint) {

  /** {@code watches.yaml:<line> watches[i] <GVK>: <problem>; <hint>}, without what is not known. */
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
