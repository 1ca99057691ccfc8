package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTest {
  private static final String ROLE =
      """
      rules:
      - {apiGroups: [apps], resources: ["*/scale", deployments], verbs: [get]}
      - {apiGroups: [""], resources: [secrets], resourceNames: [one], verbs: ["*"]}
      - {apiGroups: ["*"], resources: ["*"], verbs: [list]}
      - {nonResourceURLs: [/healthz/*, /metrics], verbs: [get]}
      """;

  @ParameterizedTest
  @CsvSource({
    "get,    apps,  deployments,        '',  true",
    "get,    apps,  deployments/scale,  '',  true",
    "get,    apps,  deployments/status, '',  false",
    "update, apps,  deployments,        '',  false",
    "get,    '',    deployments,        '',  false",
    "patch,  '',    secrets,            one, true",
    "patch,  '',    secrets,            two, false",
    "patch,  '',    secrets,            '',  false",
    "list,   batch, jobs/status,        '',  true",
  })
  void hasTheMeaningOfTheApiServer(
      String verb, String group, String resource, String name, boolean allowed) throws IOException {
    var wanted = Rule.of(Reach.CLUSTER, group, resource, List.of(verb), "a");
    assertEquals(
        allowed, isAllowed(name.isEmpty() ? wanted : wanted.with(Field.NAMES, List.of(name))));
  }

  @ParameterizedTest
  @CsvSource({
    "get,  /metrics,      true",
    "get,  /healthz/ping, true",
    "get,  /metrics/more, false",
    "post, /metrics,      false",
  })
  void allowsPaths(String verb, String url, boolean allowed) throws IOException {
    var wanted = "rules: [{nonResourceURLs: ['%s'], verbs: [%s]}]".formatted(url, verb);
    assertEquals(allowed, isAllowed(rules(wanted).getFirst()));
  }

  private static boolean isAllowed(Rule wanted) throws IOException {
    return wanted.minus(rules(ROLE)).get(Field.VERBS).isEmpty();
  }

  private static List<Rule> rules(String role) throws IOException {
    return Rule.ofRole(new YAMLMapper().readTree(role), Reach.CLUSTER, "a").toList();
  }
}
