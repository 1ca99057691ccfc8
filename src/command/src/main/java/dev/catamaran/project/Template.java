package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with places for values: {@code %{name}}, and lines for some: {@code %?name line}. */
public final class Template {
  private static final Pattern LINE = Pattern.compile("(?m)^%\\?(\\w+) (.*\\n)");
  private static final Pattern PLACE = Pattern.compile("%\\{(\\w+)}");

  private Template() {}

  /**
   * Returns the template's text with these values in its places. Each place has a value; a line for
   * an empty one is left out.
   *
   * @param resource path in the jar; without a slash at its begin, from this package
   */
  public static String fill(String resource, Map<String, String> values) {
    var text =
        LINE.matcher(read(resource))
            .replaceAll(
                line ->
                    value(line, values).isEmpty() ? "" : Matcher.quoteReplacement(line.group(2)));
    return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place, values)));
  }

  private static String value(MatchResult place, Map<String, String> values) {
    return Objects.requireNonNull(values.get(place.group(1)), place.group());
  }

  private static String read(String resource) {
    try (var stream = Template.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(stream, resource).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
