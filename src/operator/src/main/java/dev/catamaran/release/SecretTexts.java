package dev.catamaran.release;

import static java.util.Comparator.comparingInt;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.regex.Pattern;
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

  /**
   * Removes secret texts from messages, in the forms that messages and manifests use: literally,
   * whole and line by line; quoted as in Go and JSON; escaped for HTML, a URL or YAML's single
   * quotes; in base64, alone or as part of a longer text; in hexadecimal digits.
   *
   * <p>Of a text shorter than {@value #SHORTEST} characters, only occurrences in quotes, or where
   * the API server names a value, are hidden: no message would be readable without words like true
   * and 80. Texts that a template computes from a secret (its hash, a half, upper case) are unknown
   * and stay visible.
   *
   * @param everywhere texts to hide wherever they occur, the longest first: one may be part of
   *     another
   * @param asValues texts to hide only where they are a whole value
   */
  private record Hiding(List<String> everywhere, List<Pattern> asValues) {
    static final int SHORTEST = 5;

    private static final int LONG = 1024;
    private static final int MOST_LINES = 200;

    private static final String HIDDEN = "***";

    static Hiding of(Collection<String> texts) {
      var everywhere = new LinkedHashSet<String>();
      var alone = new LinkedHashSet<String>();
      for (var text : texts) {
        if (text.length() >= SHORTEST) {
          addForms(text, everywhere);
        } else {
          alone.add(text);
        }
      }
      return new Hiding(
          everywhere.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList(),
          alone.stream().map(Hiding::asValue).toList());
    }

    String in(String message) {
      var hidden = message;
      for (var text : everywhere) {
        hidden = hidden.replace(text, HIDDEN);
      }
      for (var value : asValues) {
        hidden = value.matcher(hidden).replaceAll(HIDDEN);
      }
      return hidden;
    }

    private static Pattern asValue(String text) {
      var quoted = Pattern.quote(text);
      return Pattern.compile(
          "(?<=[\"'`])%s(?=[\"'`])|(?<=[Vv]alue: )%s(?=[:,;]|$)".formatted(quoted, quoted));
    }

    private static void addForms(String text, Set<String> forms) {
      add(text, forms);
      if (text.indexOf('\n') >= 0) {
        text.lines().limit(MOST_LINES).map(String::strip).forEach(line -> add(line, forms));
      }
      if (text.length() > LONG) {
        // A message with the whole text would be cut; a manifest has it in base64.
        add(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)), forms);
        return;
      }
      addEscaped(text, forms);
      addEncoded(text.getBytes(StandardCharsets.UTF_8), forms);
    }

    private static void addEscaped(String text, Set<String> forms) {
      var json = new String(JsonStringEncoder.getInstance().quoteAsString(text));
      add(json, forms);
      // Go's own JSON escapes these three characters for HTML.
      add(json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"), forms);
      // A quoted text inside a quoted text.
      add(new String(JsonStringEncoder.getInstance().quoteAsString(json)), forms);
      add(text.replace("'", "''"), forms);
      add(
          text.replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;")
              .replace("\"", "&#34;")
              .replace("'", "&#39;"),
          forms);
      var address = URLEncoder.encode(text, StandardCharsets.UTF_8);
      add(address, forms);
      add(address.replace("+", "%20"), forms);
    }

    private static void addEncoded(byte[] text, Set<String> forms) {
      add(HexFormat.of().formatHex(text), forms);
      for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
        add(encoder.encodeToString(text), forms);
        // Three bytes are four characters: inside a longer text, a text begins at one of three
        // offsets.
        for (int before = 0; before < 3; before++) {
          add(inside(text, before, encoder), forms);
        }
      }
    }

    /** Returns the characters that depend on this text alone, after that many other bytes. */
    private static String inside(byte[] text, int before, Base64.Encoder encoder) {
      var shifted = new byte[before + text.length];
      System.arraycopy(text, 0, shifted, before, text.length);
      var encoded = encoder.withoutPadding().encodeToString(shifted);
      int first = (before * 8 + 5) / 6;
      int end = shifted.length * 8 / 6;
      return first < end ? encoded.substring(first, end) : "";
    }

    private static void add(String form, Set<String> forms) {
      if (form.length() >= SHORTEST) {
        forms.add(form);
      }
    }
  }
}
