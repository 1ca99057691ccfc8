package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MergedRulesTest {
  @Test
  void mergesVerbsThenResources() {
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
          labels:
            app.kubernetes.io/name: boats
        rules:
        # a.yaml, b.yaml, c.yaml.
        - apiGroups:
          - ""
          resources:
          - configmaps
          - services
          verbs:
          - create
          - get
        # a.yaml.
        - apiGroups:
          - apps
          resources:
          - deployments
          verbs:
          - create
          - get
        """,
        text(
            rule("apps", "deployments", "a.yaml", "get", "create"),
            rule("", "services", "a.yaml", "get"),
            rule("", "services", "b.yaml", "create"),
            rule("", "configmaps", "c.yaml", "create", "get")));
  }

  @Test
  void keepsRestrictionsByNameUnlessAllObjectsAreAllowed() {
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
          labels:
            app.kubernetes.io/name: boats
        rules:
        # all.yaml.
        - apiGroups:
          - ""
          resources:
          - nodes
          verbs:
          - get
        # one.yaml, two.yaml.
        - apiGroups:
          - ""
          resourceNames:
          - one
          - 'true'
          resources:
          - nodes
          verbs:
          - patch
        """,
        text(
            rule("", "nodes", "all.yaml", "get"),
            named("one", "one.yaml", "patch", "get"),
            named("true", "two.yaml", "patch")));
    assertEquals(
        List.of(List.of("one")),
        MergedRules.of(List.of(named("one", "x", "get"), named("one", "y", "get"))).stream()
            .map(Rule::resourceNames)
            .toList());
  }

  @Test
  void writesWildcardsUrlsAndReasonsOfGrants() {
    var url =
        new Rule(
            Reach.CLUSTER,
            List.of(),
            List.of(),
            List.of(),
            List.of("/metrics"),
            List.of("get"),
            new TreeSet<>(List.of("granted by b.yaml")));
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
          labels:
            app.kubernetes.io/name: boats
        rules:
        # x.yaml; granted by a.yaml, b.yaml; not rendered by the recorded values: c.yaml.
        - apiGroups:
          - '*'
          resources:
          - '*'
          verbs:
          - '*'
        # granted by b.yaml.
        - nonResourceURLs:
          - '/metrics'
          verbs:
          - get
        """,
        text(
            url,
            rule("*", "*", "granted by b.yaml", "*"),
            rule("*", "*", "x.yaml", "*"),
            rule("*", "*", "granted by a.yaml", "*"),
            rule("*", "*", "not rendered by the recorded values: c.yaml", "*")));
  }

  @Test
  void keepsRulesForTemplatesThatWereNotRenderedApart() {
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
          labels:
            app.kubernetes.io/name: boats
        rules:
        # a.yaml; not rendered by the recorded values: c.yaml.
        - apiGroups:
          - ""
          resources:
          - configmaps
          - services
          verbs:
          - create
          - get
        # not rendered by the recorded values: b.yaml, d.yaml.
        - apiGroups:
          - ""
          resources:
          - endpoints
          - serviceaccounts
          verbs:
          - create
          - get
        # granted by e.yaml.
        - apiGroups:
          - ""
          resources:
          - pods
          verbs:
          - create
          - get
        # not rendered by the recorded values: b.yaml.
        - apiGroups:
          - ""
          resources:
          - secrets
          verbs:
          - create
        # a.yaml.
        - apiGroups:
          - ""
          resources:
          - secrets
          verbs:
          - get
        """,
        text(
            rule("", "services", "a.yaml", "get", "create"),
            rule("", "configmaps", "a.yaml", "get", "create"),
            rule("", "configmaps", "not rendered by the recorded values: c.yaml", "get"),
            rule("", "serviceaccounts", "not rendered by the recorded values: b.yaml", "create"),
            rule("", "serviceaccounts", "not rendered by the recorded values: b.yaml", "get"),
            rule("", "endpoints", "not rendered by the recorded values: d.yaml", "get", "create"),
            rule("", "pods", "granted by e.yaml", "get", "create"),
            rule("", "secrets", "a.yaml", "get"),
            rule("", "secrets", "not rendered by the recorded values: b.yaml", "get", "create")));
  }

  @Test
  void dividesRulesBetweenRoleAndClusterRole() {
    var rules =
        List.of(
            rule("", "services", "a.yaml", "get"),
            Rule.of(Reach.CLUSTER, "", "nodes", List.of("get"), "b.yaml"));

    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          name: manager-role
        rules:
        # a.yaml.
        - apiGroups:
          - ""
          resources:
          - services
          verbs:
          - get
        """,
        RoleManifest.role("manager-role", Map.of(), rules).text());
    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          name: manager-role
        rules:
        # b.yaml.
        - apiGroups:
          - ""
          resources:
          - nodes
          verbs:
          - get
        """,
        RoleManifest.rest("manager-role", Map.of(), rules).text());
  }

  private static Rule rule(String group, String resource, String reason, String... verbs) {
    return Rule.of(Reach.NAMESPACE, group, resource, Arrays.asList(verbs), reason);
  }

  private static Rule named(String name, String reason, String... verbs) {
    return Rule.of(
        Reach.NAMESPACE, "", "nodes", List.of(name), Arrays.asList(verbs), List.of(reason));
  }

  private static String text(Rule... rules) {
    return RoleManifest.clusterRole(
            "manager-role", Map.of("app.kubernetes.io/name", "boats"), List.of(rules))
        .text();
  }
}
