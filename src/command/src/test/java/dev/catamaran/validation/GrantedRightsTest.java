package dev.catamaran.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantedRightsTest {
  private static final String ROLES =
      """
      kind: Role
      rules:
      - {apiGroups: [apps], resources: ["*/scale", deployments], verbs: [get]}
      - {apiGroups: [""], resources: [secrets], resourceNames: [one], verbs: ["*"]}
      ---
      kind: ClusterRole
      rules:
      - {apiGroups: ["*"], resources: ["*"], verbs: [list]}
      - {nonResourceURLs: [/healthz/*, /metrics], verbs: [get]}
      ---
      kind: ConfigMap
      rules:
      - {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}
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
  void haveTheMeaningOfTheApiServer(
      String verb, String group, String resource, String name, boolean allowed) throws IOException {
    assertEquals(allowed, GrantedRights.in(ROLES).allow(verb, group, resource, name));
  }

  @ParameterizedTest
  @CsvSource({
    "get,  /metrics,      true",
    "get,  /healthz/ping, true",
    "get,  /metrics/more, false",
    "post, /metrics,      false",
  })
  void allowPaths(String verb, String url, boolean allowed) throws IOException {
    assertEquals(allowed, GrantedRights.in(ROLES).allowUrl(verb, url));
  }
}
