package dev.catamaran.project;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a command that reads watches.yaml on another machine than the operator's: a
 * variable that is not set there has a text that says so. Pure.
 */
public final class OfflineEnvironment extends AbstractMap<String, String> {
  /** In place of the value of a template. */
  public static final String TEMPLATE = "(unset variable or template)";

  private static final String UNSET = "(unset variable ";

  private final Map<String, String> known;

  public OfflineEnvironment(Map<String, String> known) {
    this.known = Map.copyOf(known);
  }

  /** Whether a text has the value of a variable that is not set. */
  public static boolean isUnknown(String text) {
    return text.contains(UNSET);
  }

  @Override
  public String get(@Nullable Object name) {
    var value = name == null ? null : known.get(name);
    return value == null ? UNSET + name + ")" : value;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return known.entrySet();
  }
}
