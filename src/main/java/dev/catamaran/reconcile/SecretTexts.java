package dev.catamaran.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The texts that primaries have from Secrets, so that no message shows them: Helm, the API server
 * and a chart's NOTES may quote a value.
 */
final class SecretTexts {
  /** Shorter ones are words such as true and 8080, without which no message could be read. */
  private static final int SHORTEST = 5;

  private static final String HIDDEN = "***";

  private final Map<String, List<String>> byUid = new ConcurrentHashMap<>();

  /** These are the primary's from now on. */
  void remember(String uid, List<Values> secrets) {
    if (secrets.isEmpty()) {
      byUid.remove(uid);
      return;
    }
    var texts = new HashSet<String>();
    secrets.forEach(values -> collect(values.toTree(), texts));
    // The longest first: one text may be part of another.
    byUid.put(
        uid, texts.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList());
  }

  /** The message without the primary's texts. */
  String hide(String uid, String message) {
    var hidden = message;
    for (var text : byUid.getOrDefault(uid, List.of())) {
      hidden = hidden.replace(text, HIDDEN);
    }
    return hidden;
  }

  void forget(String uid) {
    byUid.remove(uid);
  }

  private static void collect(JsonNode node, Set<String> texts) {
    node.forEach(child -> collect(child, texts));
    if (node.isTextual() || node.isNumber()) {
      var text = node.asText();
      add(text, texts);
      add(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)), texts);
      text.lines().map(String::strip).forEach(line -> add(line, texts));
    }
  }

  private static void add(String text, Set<String> texts) {
    if (text.length() >= SHORTEST) {
      texts.add(text);
    }
  }
}
