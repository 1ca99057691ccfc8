package dev.catamaran.release;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Removes secret texts from messages, in the forms that messages and manifests use: literally,
 * whole and line by line; quoted as in Go and JSON; escaped for HTML, a URL or YAML's single
 * quotes; in base64, alone or as part of a longer text; in hexadecimal digits.
 *
 * <p>Of a text shorter than {@value #SHORTEST} characters, only occurrences in quotes, or where the
 * API server names a value, are hidden: no message would be readable without words like true and
 * 80. Texts that a template computes from a secret (its hash, a half, upper case) are unknown and
 * stay visible.
 *
 * @param everywhere texts to hide wherever they occur, the longest first: one may be part of
 *     another
 * @param asValues texts to hide only where they are a whole value
 */
record Hiding(List<String> everywhere, List<Pattern> asValues) {
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
