package dev.catamaran.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleSchemaTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** With defaults, as the API server compares them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{port: 80}, {port: 81}]                                     | []
          [{port: 80}, {port: 80, protocol: UDP}]                      | []
          [{port: 80}, {port: 80, protocol: TCP}]                      | [[ports, 1]]
          [{port: 80}, {port: 81}, {port: 80}]                         | [[ports, 2]]
          """)
  void findsItemsWithTheSameKeys(String ports, String repeated) throws IOException {
    var schema =
        """
        properties:
          ports:
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [port, protocol]
            items: {properties: {port: {type: integer}, protocol: {type: string, default: TCP}}}
        """;
    assertEquals(
        repeated,
        SampleSchema.repeated(
                YAML.readTree(schema), YAML.readTree("{ports: %s}".formatted(ports)), List.of())
            .toList()
            .toString());
  }

  @Test
  void findsEqualItemsOfASet() throws IOException {
    var schema =
        "{type: object, properties: {names: {type: array, items: {type: string}, x-kubernetes-list-type: set}}}";
    var violations =
        SampleSchema.violations(YAML.readTree(schema), YAML.readTree("{names: [a, b, a]}"));
    assertEquals(
        List.of("uniqueItems"), violations.stream().map(each -> each.getKeyword()).toList());
  }

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
