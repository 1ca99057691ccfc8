package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesCommentsTest {

  @Test
  void readsTheNotationOfHelmDocs() {
    assertEquals(
        Map.of(
            "replicas", "Number of pods, in two lines.",
            "image.tag", "The tag.",
            "image.pullPolicy", "When to pull.",
            "env", "More variables"),
        comments(
            """
            # Not about this key.
            # -- (int) Number of pods,
            # in two lines.
            # @default -- 3
            replicas: 3
            # image.pullPolicy -- When to pull.

            image:
              # -- The tag.
              tag: a
              pullPolicy: Always
            # -- More variables
            # - name: A
            #   value: b
            env: []
            """));
  }

  @Test
  void readsTheNotationOfBitnami() {
    assertEquals(
        Map.of(
            "global.registry", "Registry of all images",
            "auth.enabled", "Enable passwords",
            "auth.password", "The password"),
        comments(
            """
            ## @section Global parameters
            ## @param global.registry Registry of all images
            ##
            global:
              registry: ""
            ## Authentication
            ## ref: https://example.com
            ## @param auth.enabled [default: true] Enable passwords

            auth:
              enabled: true
              ## @param auth.password [nullable, string] The password
              ##
              password: ""
            """));
  }

  @Test
  void readsPlainCommentsAboveAndBehind() {
    assertEquals(
        Map.of(
            "first", "Two lines, joined.",
            "second", "Above has precedence.",
            "third", "Behind the value.",
            "map", "Behind the key.",
            "map.list[].name", "In an item."),
        comments(
            """
            # Default values for box.
            # This is a YAML-formatted file.
            # Two lines,
            #
            # joined.
            first: 1
            # Above has precedence.
            second: 2 # Behind.
            third: "# 3" # Behind the value.
            # Apart from the key.

            map: # Behind the key.
              # - commented: out
              list:
                # In an item.
              - name: a
                # ----------
                other: b
            """));
  }

  @Test
  void leavesOutYamlThatIsNotInUse() {
    assertEquals(
        Map.of("env", "More variables, such as:", "last", "Behind YAML.", "note", "Note: in use."),
        comments(
            """
            # More variables, such as:
            # - name: A
            #   value: b
            env: []
            # limits:
            #   cpu: 100m
            none: 1
            # limits:
            #   cpu: 100m
            # Behind YAML.
            last: 1
            # Note: in use.
            note: 1 # foo: bar
            """));
  }

  @Test
  void takesTheTextOfABlockForNoComment() {
    assertEquals(
        Map.of(),
        comments(
            """
            script: |
              echo
              # not a comment
            next: 1
            """));
  }

  @Test
  void returnsNothingForTextWithoutYaml() {
    assertEquals(Map.of(), comments("a: [\n"));
    assertEquals(Map.of(), comments(""));
    assertEquals(Map.of(), comments("# only this\n"));
  }

  private static Map<String, String> comments(String text) {
    return ValuesComments.of(text).byPath();
  }
}
