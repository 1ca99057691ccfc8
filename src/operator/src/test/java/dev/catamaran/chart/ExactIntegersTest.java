package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.Helm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactIntegersTest {

  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void findsEveryIntegerThatSetCanName() throws Exception {
    var values =
        values(
            """
            {"small": 999999, "million": 1000000, "negative": -1000000, "whole": 1e7, "text": "30000000",
             "": 7, "list": [1, {"x": 30000000}, [9007199254740993]], "a.b": {"c=d,e[0]\\\\": 2000000}}
            """);
    assertEquals(
        Map.of(
            "small", 999_999L,
            "list[0]", 1L,
            "million", 1_000_000L,
            "negative", -1_000_000L,
            "list[1].x", 30_000_000L,
            "list[2][0]", 9_007_199_254_740_993L,
            "a\\.b.c\\=d\\,e\\[0]\\\\", 2_000_000L),
        ExactIntegers.of(values));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\":[{\"b\":9223372036854775808}]} | a[0].b | a[0].b: beyond the 64 bits of an integer; quote it",
        "{\"a\":{\"\":1000000}} | a. | a.: an integer this large cannot be passed on from here; quote it"
      })
  void refusesUnrepresentableIntegers(String json, String path, String message) throws Exception {
    var values = values(json);
    var e = assertThrows(UnrepresentableNumberException.class, () -> ExactIntegers.of(values));
    assertEquals(path, e.path());
    assertEquals(message, e.getMessage());
  }

  /** Renders with Helm. Each integer in the template equals the integer in the values. */
  @Test
  void passesIntegersUnchangedToATemplate(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("Chart.yaml"), "apiVersion: v2\nname: numbers\nversion: 0.1.0\n");
    Files.createDirectory(folder.resolve("templates"));
    Files.writeString(
        folder.resolve("templates/numbers.yaml"),
        """
        small: "{{ .Values.small }}"
        million: "{{ .Values.million }}"
        last: "{{ (index .Values.list 0).x }}"
        dotted: "{{ index .Values "a.b=c,d[0]\\\\" }}"
        type: "{{ kindOf .Values.small }} {{ eq 1 (index .Values.list 0).y }}"
        nested: "{{ index .Values.lists 1 0 }} {{ kindOf (index .Values.lists 1 0) }}"
        float: "{{ .Values.float }} {{ kindOf .Values.float }} {{ .Values.huge }}"
        """);
    var values =
        values(
            """
            {"small": 999999, "million": 1000000, "list": [{"x": 9007199254740993, "y": 1}],
             "lists": [[], [30000000]], "float": 0.1, "huge": 1e21,
             "a.b=c,d[0]\\\\": -30000000}
            """);
    var file = Files.write(folder.resolve("v.json"), values.toJson());
    var template = new Helm(folder).template().withValuesFile(file);
    ExactIntegers.of(values).forEach(template::set);
    assertEquals(
        """
        ---
        # Source: numbers/templates/numbers.yaml
        small: "999999"
        million: "1000000"
        last: "9007199254740993"
        dotted: "-30000000"
        type: "int64 true"
        nested: "30000000 int64"
        float: "0.1 float64 1e+21"
        """,
        template.call());
  }

  private static Values values(String json) throws Exception {
    return Values.of(JSON.readTree(json));
  }
}
