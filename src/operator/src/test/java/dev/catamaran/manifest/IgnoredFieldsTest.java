package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns: description, ignored pointers, desired object, live object, patch. */
class IgnoredFieldsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          a changed field                          | /a/b            | a: {b: 1}          | a: {b: 2}                    | {}
          a removed field                          | /a/b            | a: {b: 1, c: 1}    | a: {c: 1}                    | {}
          the last field of a map                  | /a/b            | a: {b: 1}          | {}                           | {}
          only the named field                     | /a/b            | a: {b: 1, c: 1}    | a: {b: 2, c: 2}              | a: {c: 1}
          two fields                               | /a/b /a/c       | a: {b: 1, c: 1}    | a: {b: 2, c: 2}              | {}
          a whole map                              | /a              | a: {b: 1}          | a: {c: 2}                    | {}
          a map that was replaced                  | /a              | a: {b: 1}          | a: 3                         | {}
          a field that the desired object lacks    | /x/y            | a: 1               | a: 2                         | a: 1
          a name with a slash                      | /m/a~1b         | m: {a/b: 1}        | m: {a/b: 2}                  | {}
          a name with a tilde                      | /m/a~0b         | m: {a~b: 1}        | m: {a~b: 2}                  | {}
          a tilde before a one                     | /m/a~01b        | m: {a~1b: 1}       | m: {a~1b: 2}                 | {}
          a name that is a number                  | /m/0            | m: {'0': 1}        | m: {'0': 2}                  | {}
          an item by its index                     | /args/1         | args: [x, y]       | args: [x, z]                 | {}
          an item survives where the list is written whole | /args/1         | args: [x, y]       | args: [o, z]                 | args: [x, z]
          an item that was removed                 | /args/1         | args: [x, y]       | args: [x]                    | {}
          an item that was added                   | /args/1         | args: [x]          | args: [x, y]                 | {}
          items that were added                    | /args/1 /args/2 | args: [x]          | args: [x, y, z]              | {}
          items that were removed                  | /args/1 /args/2 | args: [x, y, z]    | args: [x]                    | {}
          a field of an item survives where the list is written whole | /rules/0/path   | rules: [{host: a}] | rules: [{host: b, path: /x}] | rules: [{host: a, path: /x}]
          an invalid index                         | /args/-         | args: [x]          | args: [y]                    | args: [x]
          """)
  void areNeitherComparedNorWritten(
      String what, String pointers, String desired, String live, String patch) throws IOException {
    assertEquals(json(patch), patch(MergeKeys.BUILT_IN, pointers, desired, live), what);
    assertEquals(json(patch), patch(MergeKeys.NONE, pointers, desired, live), what);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          the image of a container at another index of the live list | /spec/containers/1/image | spec: {containers: [{name: a, image: x}, {name: b, image: x}]} | spec: {containers: [{name: b, image: y}, {name: injected}, {name: a, image: x}]} | {}
          the image of another container counts    | /spec/containers/1/image | spec: {containers: [{name: a, image: x}, {name: b, image: x}]} | spec: {containers: [{name: b, image: y}, {name: a, image: y}]} | spec: {containers: [{image: x, name: a}]}
          a missing container is created completely | /spec/containers/0/image | spec: {containers: [{name: a, image: x}]} | spec: {containers: []}                   | spec: {containers: [{name: a, image: x}]}
          a container that may be missing          | /spec/containers/1       | spec: {containers: [{name: a}, {name: b}]} | spec: {containers: [{name: a}]}          | {}
          a field of a port with a twin            | /spec/ports/0/nodePort   | spec: {ports: [{port: 1, name: b, nodePort: 3}]} | spec: {ports: [{port: 1, name: a, nodePort: 4}, {port: 1, name: b, nodePort: 5}]} | {}
          """)
  void areFoundByMergeKeyInBuiltInKinds(
      String what, String pointers, String desired, String live, String patch) throws IOException {
    assertEquals(json(patch), patch(MergeKeys.BUILT_IN, pointers, desired, live), what);
  }

  private static ObjectNode patch(MergeKeys keys, String pointers, String desired, String live)
      throws IOException {
    var fields = Arrays.stream(pointers.split(" ")).map(JsonPointer::compile).toList();
    var settled = new IgnoredFields(keys).settle(json(desired), json(live), fields);
    return new ManifestDiff(keys).patch(settled, json(live)).orElseGet(YAML::createObjectNode);
  }

  private static ObjectNode json(String yaml) throws IOException {
    return (ObjectNode) YAML.readTree(yaml);
  }
}
