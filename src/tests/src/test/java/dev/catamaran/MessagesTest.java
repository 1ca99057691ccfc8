package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of messages: subject, verb, object. */
class MessagesTest {
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|^\\s*//.*?$", flags());
  private static final Pattern TEXT =
      Pattern.compile("\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"", flags());

  /** Words that hide who does what, and that messages had before. */
  private static final Pattern AVOIDED =
      Pattern.compile(
          "\\b(?:anew|in vain|is none|nobody|somebody|tells?|told|whose)\\b",
          Pattern.CASE_INSENSITIVE);

  @Test
  void sayWhoDoesWhat() {
    var texts =
        Sources.files("main").stream().flatMap(file -> textsOf(Sources.read(file))).toList();
    assertTrue(texts.size() > 1000, () -> "only " + texts.size() + " texts were found");
    assertEquals(List.of(), texts.stream().filter(AVOIDED.asPredicate()).toList());
  }

  @Test
  void areFoundWithTheirAvoidedWords() {
    assertTrue(AVOIDED.matcher("\"kubeconfig %s is none\"").find());
    assertEquals(
        List.of("\"a\"", "\"b\\\"c\""), textsOf("x(\"a\"); /* \"no\" */ y(\"b\\\"c\")").toList());
  }

  private static Stream<String> textsOf(String source) {
    var code = COMMENT.matcher(source).replaceAll("");
    return TEXT.matcher(code).results().map(found -> found.group());
  }

  private static int flags() {
    return Pattern.DOTALL | Pattern.MULTILINE;
  }
}
