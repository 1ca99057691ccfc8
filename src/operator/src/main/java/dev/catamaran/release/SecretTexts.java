package dev.catamaran.release;

import static java.util.Comparator.comparingInt;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Texts that no message may show: Helm, the API server and a chart's NOTES may quote a value.
 * Immutable; two are equal if the texts are equal. {@link #toString} gives their number only.
 */
public final class SecretTexts {
  /** More texts would make each message slow; the newest count. */
  private static final int MOST = 500;

  /** Limit for the texts of one stored revision together, in UTF-16 code units. */
  private static final int MOST_STORED = 262_144;

  /** Stands for all values, where the places of the secret ones would take too much room. */
  private static final String EVERYWHERE = "";

  private static final int MOST_PLACES = 100;

  private static final SecretTexts NONE = new SecretTexts(new LinkedHashSet<>());

  private final Set<String> texts;
  private volatile @Nullable Hiding hiding;

  private SecretTexts(SequencedSet<String> texts) {
    while (texts.size() > MOST) {
      texts.removeFirst();
    }
    this.texts = texts;
  }

  /** Returns no texts. */
  public static SecretTexts none() {
    return NONE;
  }

  /** Returns these texts. */
  public static SecretTexts of(Collection<String> texts) {
    return texts.isEmpty() ? NONE : new SecretTexts(new LinkedHashSet<>(texts));
  }

  /** Returns all texts and numbers among those values. Keys, booleans and nulls are no secrets. */
  public static SecretTexts in(JsonNode values) {
    var texts = new LinkedHashSet<String>();
    collect(values, texts);
    return of(texts);
  }

  /** Returns the texts at those {@link #placesIn places}. */
  public static SecretTexts at(List<String> places, JsonNode values) {
    var texts = new LinkedHashSet<String>();
    for (var place : places) {
      if (place.isEmpty() || place.startsWith("/")) {
        collect(values.at(JsonPointer.compile(place)), texts);
      }
    }
    return of(shortest(texts));
  }

  /** All stored revisions are in memory. Most secrets are short. */
  private static List<String> shortest(Set<String> texts) {
    var kept = new ArrayList<String>();
    int room = MOST_STORED;
    for (var text : texts.stream().sorted(comparingInt(String::length)).toList()) {
      room -= text.length();
      if (room < 0) {
        break;
      }
      kept.add(text);
    }
    return kept;
  }

  /**
   * Returns these and {@code others}; where there are too many, the oldest of these are dropped.
   */
  public SecretTexts and(SecretTexts others) {
    if (texts.containsAll(others.texts)) {
      return this;
    }
    var all = new LinkedHashSet<>(texts);
    all.removeAll(others.texts);
    all.addAll(others.texts);
    return new SecretTexts(all);
  }

  /**
   * Returns the places of the texts in those values, also as part of a longer text, as JSON
   * pointers. This also finds a text that a translator moved or put into another text.
   */
  public List<String> placesIn(Values values) {
    if (texts.isEmpty()) {
      return List.of();
    }
    var places = new ArrayList<String>();
    findPlaces(values.toTree(), EVERYWHERE, places);
    return places.size() > MOST_PLACES ? List.of(EVERYWHERE) : places;
  }

  /** Returns the texts, for a program that hides them as well. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  /** Returns the message without the texts, in all forms of {@link Hiding}. */
  public String hide(String message) {
    if (texts.isEmpty()) {
      return message;
    }
    var made = hiding;
    if (made == null) {
      made = Hiding.of(texts);
      hiding = made;
    }
    return made.in(message);
  }

  private void findPlaces(JsonNode node, String at, List<String> places) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  findPlaces(
                      field.getValue(),
                      at + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
                      places));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        findPlaces(node.path(i), at + "/" + i, places);
      }
    } else if (isSecret(node)) {
      places.add(at);
    }
  }

  private boolean isSecret(JsonNode leaf) {
    if (!leaf.isTextual() && !leaf.isNumber()) {
      return false;
    }
    var text = leaf.asText();
    return texts.contains(text)
        || texts.stream()
            .anyMatch(secret -> secret.length() >= Hiding.SHORTEST && text.contains(secret));
  }

  private static void collect(JsonNode node, Set<String> texts) {
    node.forEach(child -> collect(child, texts));
    if ((node.isTextual() || node.isNumber()) && !node.asText().isBlank()) {
      texts.add(node.asText());
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SecretTexts secrets && texts.equals(secrets.texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  @Override
  public String toString() {
    return texts.size() + " texts";
  }
}
