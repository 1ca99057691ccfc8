package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelmWordsTest {

  @Test
  void writesHelmsMessageInOneLine() {
    assertEquals("release: not found", HelmWords.readable(" release: not found\n"));
    assertEquals(
        "post-install hooks failed: job a failed; job b failed",
        HelmWords.readable(
            "post-install hooks failed: 2 errors occurred:\n\t* job a failed\n\t* job b failed\n\n"));
    assertEquals("a; ; b", HelmWords.readable("3 errors occurred:\n\t* a\n\t* \n\t* b\n\n"));
    assertEquals(
        "YAML parse error on a/templates/a.yaml: a document is no object, but this: string",
        HelmWords.readable(
            "YAML parse error on a/templates/a.yaml: error unmarshaling JSON: while decoding JSON:"
                + " json: cannot unmarshal string into Go value of type util.SimpleHead"));
  }

  @Test
  void shortensAMessageThatIsTooLongForACondition() {
    var message = HelmWords.readable("template: at first: " + "again: ".repeat(20_000) + "at last");

    assertTrue(message.length() < 4100, () -> message.length() + " characters");
    assertTrue(message.startsWith("template: at first: again"), message);
    assertTrue(message.endsWith("again: at last"), message);
    assertTrue(message.contains("characters left out"), message);
  }

  static Stream<String> longTexts() {
    return Stream.of(
        "1".repeat(700_000),
        "1 error occurred:\n\t* " + "\n".repeat(700_000) + "-",
        "parsing \"".repeat(100_000),
        " \"\" is invalid: patch: Invalid value: \"".repeat(20_000),
        "cannot unmarshal !!str".repeat(50_000));
  }

  /** Text of people is in messages of Helm, and in the description of a revision. */
  @ParameterizedTest
  @MethodSource("longTexts")
  void readsALongTextQuickly(String text) {
    var message = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> HelmWords.readable(text));
    assertTrue(message.length() <= text.length() + 100, () -> message.length() + " characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error converting YAML to JSON: yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `hunter2` into map",
        "error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{\"hunter2\":interface {}(nil)}",
        "template: a/templates/a.yaml:5:9: executing \"a/templates/a.yaml\" at <.Values.list>: range can't iterate over hunter2",
        "cannot patch \"a5\" with kind Secret:  \"\" is invalid: patch: Invalid value: \"{\\\"data\\\":{\\\"a\\\":\\\"hunter2\\\"}}\": json: cannot unmarshal bool into Go struct field Secret.stringData of type string",
        "template: a/templates/a.yaml:5:9: error calling toDate: strconv.Atoi: parsing \"hunter2\": invalid syntax"
      })
  void omitsValuesFromParseErrors(String text) {
    var message = HelmWords.readable(text);
    assertFalse(message.contains("hunter2"), message);
    assertTrue(message.contains("(left out)"), message);
    assertTrue(message.contains("5") || message.contains("map key"), message);
  }
}
