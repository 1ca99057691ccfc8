package dev.catamaran.telemetry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * What the log hides, by the primary that it belongs to. Like the diagnostic context, by which it
 * knows the primary of a line, it is one for the whole process.
 */
public final class HiddenTexts {
  private static final String UID = "resource.uid";
  private static final Map<String, UnaryOperator<String>> BY_UID = new ConcurrentHashMap<>();

  private HiddenTexts() {}

  /** Has what belongs to that primary taken out by {@code hiding} from now on. */
  public static void put(String uid, UnaryOperator<String> hiding) {
    BY_UID.put(uid, hiding);
  }

  /** The primary is gone. */
  public static void forget(String uid) {
    BY_UID.remove(uid);
  }

  /**
   * The text without what the primary of this diagnostic context hides; without what all do, if
   * there is none.
   */
  static String hide(Map<String, String> context, String text) {
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
