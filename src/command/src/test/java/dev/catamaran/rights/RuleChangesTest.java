package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleChangesTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** The rules of a role before and after, and what is added and removed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | [] | []",
        "'' | apps:deployments:get,list | [get, list on deployments of apps] | []",
        "apps:deployments:get,list | apps:deployments:get | [] | [list on deployments of apps]",
        "apps:deployments:get apps:statefulsets:get | apps:statefulsets,deployments:get | [] | []",
        "apps:deployments:* | apps:deployments:get | [] | [* on deployments of apps]",
        "apps:deployments:get | apps:deployments:* | [* on deployments of apps] | []",
        "apps:deployments:* apps:statefulsets:get | apps:deployments:get,* apps:statefulsets:get | [] | []",
        ":secrets:get | :secrets:get:one | [] | [get on secrets of core]",
        ":secrets:get:one | :secrets:get | [get on secrets of core] | []",
        ":secrets:get:one | :secrets:get:one,two | [get on secrets of core, only two] | []",
        "'' | /metrics:get | [get on /metrics] | []",
      })
  void saysWhatARoleAllowsMoreAndLess(String before, String after, String added, String removed)
      throws JsonProcessingException {
    var changes = RuleChanges.between(role(before), role(after));
    assertEquals(added, changes.added().toString());
    assertEquals(removed, changes.removed().toString());
  }

  private static JsonNode role(String rules) throws JsonProcessingException {
    var text = new StringBuilder("{rules: [");
    for (var rule : rules.split(" ", -1)) {
      var parts = rule.split(":", -1);
      if (rule.startsWith("/")) {
        text.append("{nonResourceURLs: ['%s'], verbs: ['%s']},".formatted(parts[0], parts[1]));
      } else if (!rule.isEmpty()) {
        text.append(
            "{apiGroups: ['%s'], resources: [%s], verbs: [%s]%s},"
                .formatted(
                    parts[0],
                    parts[1],
                    parts[2].replace("*", "'*'"),
                    parts.length > 3 ? ", resourceNames: [" + parts[3] + "]" : ""));
      }
    }
    return YAML.readTree(text.append("]}").toString());
  }
}
