package dev.catamaran.project;

import java.util.Set;

/**
 * What a template uses.
 *
 * @param values the first names of values
 * @param files the paths of the templates that it renders as a whole
 * @param isUnknown whether it may use any others, too
 * @param changes whether it may change values, which others then see
 * @param isShared whether it renders with any others: it defines named templates, or changes
 *     values, or others render it
 */
record TemplateUse(
    Set<String> values, Set<String> files, boolean isUnknown, boolean changes, boolean isShared) {
  /** Copies the sets. */
  TemplateUse {
    files = Set.copyOf(files);
    values = Set.copyOf(values);
  }

  /** Returns whether it may use a value. */
  boolean mayUse(String name) {
    return isUnknown || values.contains(name);
  }
}
