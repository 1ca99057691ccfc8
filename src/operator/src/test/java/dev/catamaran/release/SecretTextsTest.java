package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.Values;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTextsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Invalid value: \"hunter2\"       | Invalid value: \"***\"",
        "hunter2hunter2 is not hunter2   | *** is not ***",
        "data: aHVudGVyMg==              | data: ***",
        "line 3: BEGIN KEY is no mapping | line 3: *** is no mapping",
        "pin 482913 refused              | pin *** refused",
        "true and 80 and abc             | true and 80 and abc",
        // Short secrets in the position of a value.
        "Invalid value: 80: must be 1    | Invalid value: ***: must be 1",
        "parsing \"abc\": invalid syntax  | parsing \"***\": invalid syntax",
        "Invalid value: 8080: taken      | Invalid value: 8080: taken",
      })
  void hidesValuesOfSecrets(String message, String hidden) throws Exception {
    var texts =
        SecretTexts.in(
            Values.ofYaml(
                    """
                    password: hunter2
                    list: [{more: hunter2hunter2}]
                    key: |
                      BEGIN KEY
                      abc
                    pin: 482913
                    port: 80
                    three: abc
                    on: true
                    """)
                .toTree());

    assertEquals(hidden, texts.hide(message));
    assertEquals(message, SecretTexts.none().hide(message));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pass\\\"wo\\\\rd<&>'s", // as JSON and Go quote it
        "pass\\\"wo\\\\rd\\u003c\\u0026\\u003e's", // as Go's JSON does
        "pass\\\\\\\"wo\\\\\\\\rd<&>'s", // a quoted text inside of a quoted one
        "pass\"wo\\rd<&>''s", // in YAML's single quotes
        "pass&#34;wo\\rd&lt;&amp;&gt;&#39;s", // in HTML
        "pass%22wo%5Crd%3C%26%3E%27s", // in an address
        "cGFzcyJ3b1xyZDwmPidz", // in base64
        "706173732277 6f5c72643c263e2773", // in hexadecimal digits, once joined below
      })
  void hidesEveryEncodingOfASecret(String form) {
    var texts = SecretTexts.of(List.of("pass\"wo\\rd<&>'s"));
    assertEquals("a ***, b", texts.hide("a " + form.replace(" ", "") + ", b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u", "us", "use", "user:"})
  void hidesASecretInsideALongerBase64Text(String before) {
    var texts = SecretTexts.of(List.of("hunter2"));
    var longer = (before + "hunter2" + "@example.com").getBytes(StandardCharsets.UTF_8);
    var encoded = Base64.getEncoder().encodeToString(longer);
    var hidden = texts.hide(encoded);
    assertTrue(hidden.contains("***"), hidden);
    // At most a part of the first character and of the last character remains.
    assertTrue(hidden.length() <= encoded.length() + 3 - 8, hidden);
  }

  @Test
  void findsThePathsOfSecretsInValues() throws Exception {
    var texts = SecretTexts.of(List.of("hunter2", "80"));
    var values =
        Values.ofYaml(
            """
            plain: one
            url: https://user:hunter2@example.com
            list: [a, hunter2]
            a/b: {c~d: hunter2}
            port: 80
            size: 800
            """);

    var places = texts.placesIn(values);
    assertEquals(List.of("/url", "/list/1", "/a~1b/c~0d", "/port"), places);
    assertEquals(
        SecretTexts.of(List.of("https://user:hunter2@example.com", "hunter2", "80")),
        SecretTexts.at(places, values.toTree()));
  }

  @Test
  void usesTheRootPathForTooManySecrets() {
    var values = new JsonMapper().createObjectNode();
    for (int i = 0; i < 200; i++) {
      values.put("key" + i, "secret" + i);
    }
    var places = SecretTexts.in(values).placesIn(Values.of(values));
    assertEquals(List.of(""), places);
    assertEquals(SecretTexts.in(values), SecretTexts.at(places, values));
  }

  @Test
  void dropsTheOldestOfTooManySecrets() {
    var texts = SecretTexts.of(List.of("first-secret"));
    for (int i = 0; i < 500; i++) {
      texts = texts.and(SecretTexts.of(List.of("another-secret-" + i + ".")));
    }
    assertEquals("first-secret ***", texts.hide("first-secret another-secret-499."));
  }

  @Test
  void neverShowsTheSecrets() {
    assertEquals("1 texts", SecretTexts.of(List.of("hunter2")).toString());
  }
}
