package dev.catamaran.primary;

import dev.catamaran.release.SecretTexts;
import dev.catamaran.telemetry.HiddenTexts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Texts that no message about a primary may contain: its values from Secrets, overrides from the
 * environment, and secrets of its stored revisions. Former secrets stay: a failing upgrade may
 * quote the value that it replaces.
 */
public final class KnownSecrets {
  private final Map<String, SecretTexts> byUid = new ConcurrentHashMap<>();

  /** Adds secrets of a primary. */
  public void remember(String uid, SecretTexts secrets) {
    if (secrets.equals(SecretTexts.none())) {
      return;
    }
    var now = byUid.merge(uid, secrets, SecretTexts::and);
    HiddenTexts.put(uid, now::hide);
  }

  /** Returns the message without the primary's secrets. */
  public String hide(String uid, String message) {
    return byUid.getOrDefault(uid, SecretTexts.none()).hide(message);
  }

  public void forget(String uid) {
    byUid.remove(uid);
    HiddenTexts.forget(uid);
  }
}
