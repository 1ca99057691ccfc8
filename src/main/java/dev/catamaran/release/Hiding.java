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
 * Takes secret texts out of messages, in the forms in which messages and manifests have them: as
 * they are and line by line; quoted as Go and JSON do; escaped for HTML, an address or YAML's
 * single quotes; in base64, alone or as part of something longer; in hexadecimal digits.
 *
 * <p>Of a text that is shorter than {@value #SHORTEST} characters only that is hidden which stands
 * in quotes, or where the API server names a value: no message could be read without words such as
 * true and 80. What a template computed of a secret (its hash, its half, its upper case) is not
 * known, and not hidden.
 *
 * @param everywhere to be hidden wherever they are, the longest first: one may be part of another
 * @param asValues to be hidden where they are a value of their own
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
      // A message that quotes all of it would be cut; a manifest has it in base64.
      add(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)), forms);
      return;
    }
    addEscaped(text, forms);
    addEncoded(text.getBytes(StandardCharsets.UTF_8), forms);
  }

  private static void addEscaped(String text, Set<String> forms) {
    var json = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    add(json, forms);
    // Go's own JSON keeps these three out of HTML.
    add(json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"), forms);
    // A quoted text inside of a quoted text.
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
      // Three bytes are four characters: inside of something longer a text begins at one of three.
      for (int before = 0; before < 3; before++) {
        add(inside(text, before, encoder), forms);
      }
    }
  }

  /** The characters that this text alone decides, with so many bytes before it. */
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
