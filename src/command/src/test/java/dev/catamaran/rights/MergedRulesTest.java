package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedRulesTest {
  /** Rules as "group resource[/name] verbs reason", and the rules of the role. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # Verbs are merged, then resources.
          apps deployments get,create a; - services get a; - services create b; - configmaps create,get c | - configmaps,services create,get (a, b, c); apps deployments create,get (a)
          # Names restrict, unless all objects are allowed.
          - nodes get all; - nodes/one patch,get one; - nodes/true patch two | - nodes get (all); - nodes/one/true patch (one, two)
          - nodes/one get x; - nodes/one get y | - nodes/one get (x, y)
          # What a chart grants, and what no values rendered, are reasons apart.
          * * * granted by b; * * * x; * * * granted by a; * * * not rendered by the recorded values: c | * * * (x; granted by a, b; not rendered by the recorded values: c)
          - services get a; - configmaps get a; - configmaps get not rendered by the recorded values: c | - configmaps,services get (a; not rendered by the recorded values: c)
          - secrets get a; - secrets get,create not rendered by the recorded values: b | - secrets create (not rendered by the recorded values: b); - secrets get (a)
          - pods get granted by e; - services get a; - endpoints get not rendered by the recorded values: d | - endpoints get (not rendered by the recorded values: d); - pods get (granted by e); - services get (a)
          """)
  void areFewAndSayWhy(String given, String expected) {
    var rules = Stream.of(given.split("; ")).map(MergedRulesTest::rule).toList();
    assertEquals(Arrays.asList(expected.split("; (?=[-*a])")), texts(rules));
  }

  private static Rule rule(String text) {
    var parts = text.split(" ", 4);
    var resource = parts[1].split("/");
    return Rule.of(
            Reach.NAMESPACE,
            parts[0].replace("-", ""),
            resource[0],
            List.of(parts[2].split(",")),
            parts[3])
        .with(Field.NAMES, resource.length == 1 ? List.of() : List.of(resource[1]));
  }

  /** As they are in a role. */
  private static List<String> texts(List<Rule> rules) {
    var texts = new ArrayList<String>();
    for (var rule : RoleManifest.clusterRole("a", Map.of(), rules).text().split("# ")) {
      if (rule.contains("apiGroups")) {
        texts.add(
            "%s %s%s %s (%s)"
                .formatted(
                    list("apiGroups", ",", rule).replace("\"\"", "-"),
                    list("resources", ",", rule),
                    ("/" + list("resourceNames", "/", rule)).replaceFirst("/$", ""),
                    list("verbs", ",", rule),
                    rule.lines().findFirst().orElse("").replaceFirst("\\.$", "")));
      }
    }
    return texts;
  }

  private static String list(String field, String by, String rule) {
    var from = rule.indexOf(field + ":\n");
    return from < 0
        ? ""
        : String.join(
            by,
            rule.substring(from)
                .lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("  - "))
                .map(line -> line.substring(4).replace("'", ""))
                .toList());
  }

  @Test
  void areDividedBetweenRoleAndClusterRole() {
    var url =
        new Rule(
            Reach.CLUSTER,
            Map.of(
                Field.URLS, new TreeSet<>(Set.of("/metrics")),
                Field.VERBS, new TreeSet<>(Set.of("get"))),
            new TreeSet<>(Set.of("granted by b.yaml")));
    var rules =
        List.of(
            Rule.of(Reach.NAMESPACE, "", "services", List.of("get"), "a.yaml"),
            Rule.of(Reach.CLUSTER, "", "nodes", List.of("get"), "b.yaml"),
            url);
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          name: manager-role
          labels:
            a: b
        rules:
        # a.yaml.
        - apiGroups:
          - ""
          resources:
          - services
          verbs:
          - get
        """,
        RoleManifest.of("Role", "manager-role", Map.of("a", "b"), Reach.NAMESPACE, rules).text());
    var rest = RoleManifest.of("ClusterRole", "a", Map.of(), Reach.CLUSTER, rules).text();
    assertTrue(rest.contains("  - nodes\n") && !rest.contains("services"), rest);
    assertTrue(rest.contains("# granted by b.yaml.\n- nonResourceURLs:\n  - '/metrics'\n"), rest);
  }
}
