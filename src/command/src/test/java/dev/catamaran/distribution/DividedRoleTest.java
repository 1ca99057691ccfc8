package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DividedRoleTest {
  /**
   * A rule of the role, what is generated for it, and the parts for the cluster and for namespaces.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''    | nodes, pods         | get, list     | CLUSTER nodes, NAMESPACE pods         | [nodes] [get, list]              | [pods] [get, list]
          rbac.authorization.k8s.io | clusterroles, roles | escalate, get | CLUSTER clusterroles, NAMESPACE roles | [clusterroles] [escalate, get]   | [roles] [escalate, get]
          x.dev | fleets              | create, get   | CLUSTER fleets                        | [fleets] [create, get]           | ''
          ''    | namespaces          | get, list     | NAMESPACE namespaces                  | [namespaces] [list]              | [namespaces] [get]
          cert-manager.io | clusterissuers | get      | NAMESPACE certificates                | [clusterissuers] [get]           | ''
          apps  | "*"                 | get           | NAMESPACE deployments                 | [*] [get]                        | ''
          shop.dev | webs             | get, update   | NAMESPACE webs                        | ''                               | [webs] [get, update]
          """)
  void putsRightsWhereTheObjectsAre(
      String group,
      String resources,
      String verbs,
      String generated,
      String inCluster,
      String namespaced) {
    var rule =
        "rules: [{apiGroups: ['%s'], resources: [%s], verbs: [%s]}]"
            .formatted(group, resources, verbs);
    var divided =
        DividedRole.of(
            Yaml.read(rule).getFirst(),
            Stream.of(generated.split(", "))
                .map(each -> each.split(" "))
                .map(
                    each ->
                        Rule.of(Reach.valueOf(each[0]), group, each[1], List.of("get"), "a.yaml"))
                .toList());
    assertEquals(inCluster, text(divided.inCluster()));
    assertEquals(namespaced, text(divided.namespaced()));
  }

  private static String text(List<Rule> rules) {
    return String.join(
        ", ",
        rules.stream()
            .map(rule -> rule.get(Field.RESOURCES) + " " + rule.get(Field.VERBS))
            .toList());
  }
}
