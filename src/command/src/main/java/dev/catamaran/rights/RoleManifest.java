package dev.catamaran.rights;

import static dev.catamaran.rights.RoleManifest.scalar;

import dev.catamaran.rights.Rule.Reach;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text of a role, in the layout of controller-gen, with a comment above each rule. Pure. */
public record RoleManifest(String kind, String name, Map<String, String> labels, List<Rule> rules) {
  /** YAML reads such a text as itself, unless it is a word like true. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(?!(?i:true|false|yes|no|on|off|null|y|n)$)(?=.*[a-z])[a-zA-Z0-9][a-zA-Z0-9._/-]*");

  private static final List<String> PREFIXES = List.of(Rule.GRANTED, Rule.UNRENDERED);

  /** Returns the ClusterRole of an operator that watches all namespaces: it has all rules. */
  public static RoleManifest clusterRole(
      String name, Map<String, String> labels, Collection<Rule> rules) {
    var all = rules.stream().map(rule -> rule.withReach(Reach.CLUSTER)).toList();
    return new RoleManifest("ClusterRole", name, labels, MergedRules.of(all));
  }

  /**
   * Returns the role with the rules of one place: with a Role in each watched namespace, a
   * ClusterRole has the rest, or gives it to accounts by RoleBindings.
   */
  public static RoleManifest of(
      String kind, String name, Map<String, String> labels, Reach reach, Collection<Rule> rules) {
    var here = rules.stream().filter(rule -> rule.reach() == reach).toList();
    return new RoleManifest(kind, name, labels, MergedRules.of(here));
  }

  public String text() {
    var text = new StringBuilder("apiVersion: rbac.authorization.k8s.io/v1\nkind: ");
    text.append(kind).append("\nmetadata:\n  name: ").append(name).append('\n');
    if (!labels.isEmpty()) {
      text.append("  labels:\n");
      new TreeMap<>(labels)
          .forEach((key, value) -> text.append("    " + key + ": " + scalar(value) + "\n"));
    }
    text.append(rules.isEmpty() ? "rules: []\n" : "rules:\n");
    for (var rule : rules) {
      var fields = new StringBuilder();
      rule.fields()
          .forEach(
              (field, values) -> {
                fields.append("  ").append(field.key).append(":\n");
                values.forEach(value -> fields.append("  - " + scalar(value) + "\n"));
              });
      text.append("# " + comment(rule) + ".\n- " + fields.substring(2));
    }
    return text.toString();
  }

  /** Names the templates of a role, and those that were not rendered, behind one prefix each. */
  private static String comment(Rule rule) {
    var reasons = new TreeMap<String, List<String>>();
    for (var reason : rule.reasons()) {
      var prefix = PREFIXES.stream().filter(reason::startsWith).findFirst().orElse("");
      reasons
          .computeIfAbsent(prefix, key -> new ArrayList<>())
          .add(reason.substring(prefix.length()));
    }
    return reasons.entrySet().stream()
        .map(each -> each.getKey() + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; "));
  }

  static String scalar(String text) {
    if (text.isEmpty()) {
      return "\"\"";
    }
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "''") + "'";
  }

  /** Text of a service account, and of what gives it a role. Pure. */
  public record AccountManifest(String namespace, String name) {

    public String text() {
      return """
          apiVersion: v1
          kind: ServiceAccount
          metadata:
            name: %s
            namespace: %s
          """
          .formatted(scalar(name), scalar(namespace));
    }

    public String bound(String clusterRole, String roleNamespace) {
      return binding(
          "RoleBinding", clusterRole, "  namespace: " + scalar(roleNamespace) + "\n", clusterRole);
    }

    public String boundEverywhere(String clusterRole) {
      var own = namespace + "-" + clusterRole;
      return binding("ClusterRoleBinding", own, "", clusterRole);
    }

    private String binding(String kind, String own, String place, String role) {
      return """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: %s
          metadata:
            name: %s
          %sroleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: ClusterRole
            name: %s
          subjects:
          - kind: ServiceAccount
            name: %s
            namespace: %s
          """
          .formatted(kind, scalar(own), place, scalar(role), scalar(name), scalar(namespace));
    }
  }
}
