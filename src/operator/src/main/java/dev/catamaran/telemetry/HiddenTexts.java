package dev.catamaran.telemetry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The hidden texts of the log, by primary. The diagnostic context identifies the primary of a line.
 * Like that context, this class is global to the process.
 */
public final class HiddenTexts {
  private static final String UID = "resource.uid";
  private static final Map<String, UnaryOperator<String>> BY_UID = new ConcurrentHashMap<>();

  private HiddenTexts() {}

  /** Registers {@code hiding}, which removes the hidden texts of that primary from now on. */
  public static void put(String uid, UnaryOperator<String> hiding) {
    BY_UID.put(uid, hiding);
  }

  public static void forget(String uid) {
    BY_UID.remove(uid);
  }

  /**
   * Removes the hidden texts of the context's primary from a text. Without a primary, removes those
   * of all primaries.
   */
  public static String hide(Map<String, String> context, String text) {
    var uid = context.get(UID);
    if (uid != null) {
      var hiding = BY_UID.get(uid);
      return hiding == null ? text : hiding.apply(text);
    }
    var hidden = text;
    for (var hiding : BY_UID.values()) {
      hidden = hiding.apply(hidden);
    }
    return hidden;
  }
}
