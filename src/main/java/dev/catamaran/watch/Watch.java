package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;

/**
 * One entry of watches.yaml: an API, and who reconciles it.
 *
 * @param line where the entry begins, counted from 1; 0 for one that a program declares
 */
public record Watch(GroupVersionKind gvk, Source source, Options options, int line) {

  /** Whether that one differs at most in its place in the file. */
  public boolean meansTheSame(Watch other) {
    return gvk.equals(other.gvk) && source.equals(other.source) && options.equals(other.options);
  }
}
