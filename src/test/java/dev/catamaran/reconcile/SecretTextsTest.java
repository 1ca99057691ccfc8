package dev.catamaran.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.YamlValues;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretTextsTest {
  private final SecretTexts texts = new SecretTexts();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Invalid value: \"hunter2\"       | Invalid value: \"***\"",
        "hunter2hunter2 is not hunter2   | *** is not ***",
        "data: aHVudGVyMg==              | data: ***",
        "line 3: BEGIN KEY is no mapping | line 3: *** is no mapping",
        "pin 482913 refused              | pin *** refused",
        "true and 80 and abc             | true and 80 and abc",
      })
  void hidesWhatCameFromSecrets(String message, String hidden) throws Exception {
    texts.remember(
        "uid",
        List.of(
            YamlValues.read(
                """
                password: hunter2
                list: [{more: hunter2hunter2}]
                key: |
                  BEGIN KEY
                  abc
                pin: 482913
                port: 80
                on: true
                """)));

    assertEquals(hidden, texts.hide("uid", message));
    assertEquals(message, texts.hide("another", message));
  }

  @Test
  void forgetsThemWithThePrimary() throws Exception {
    texts.remember("uid", List.of(YamlValues.read("password: hunter2")));
    texts.forget("uid");

    assertEquals("hunter2", texts.hide("uid", "hunter2"));
  }
}
