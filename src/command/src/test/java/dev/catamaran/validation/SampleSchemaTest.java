package dev.catamaran.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleSchemaTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: string, nullable: true}                               | null | ''
          {type: string, nullable: true, allOf: [{enum: [a, b]}]}      | null | ''
          {type: string, nullable: true, allOf: [{enum: [a, b]}]}      | a    | ''
          {type: string, nullable: true, allOf: [{enum: [a, b]}]}      | c    | enum
          {type: string, nullable: true, anyOf: [{enum: [a]}, {enum: [b]}]} | null | ''
          {type: string, nullable: true, oneOf: [{enum: [a]}, {pattern: b}]} | null | ''
          {type: string, nullable: true, enum: [a, b]}                 | null | enum
          {type: string, default: a, enum: [a, b]}                     | null | ''
          """)
  void acceptsANullAsTheApiServerDoes(String schema, String value, String violated)
      throws IOException {
    var violations =
        SampleSchema.violations(
            YAML.readTree("{type: object, properties: {field: %s}}".formatted(schema)),
            YAML.readTree("{field: %s}".formatted(value)));
    assertEquals(
        violated,
        violations.stream().map(violation -> violation.getKeyword()).collect(Collectors.joining()));
  }
}
