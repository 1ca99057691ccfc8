package dev.catamaran.rights;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Text of a role, in the layout of controller-gen, with a comment above each rule. Pure.
 *
 * @param kind {@code ClusterRole} or {@code Role}
 * @param name name of the role
 * @param labels labels of the role
 * @param rules merged rules
 */
public record RoleManifest(String kind, String name, Map<String, String> labels, List<Rule> rules) {
  /** YAML reads such a text as itself, unless it is a word like true. */
  private static final Pattern PLAIN = Pattern.compile("(?=.*[a-z])[a-zA-Z0-9][a-zA-Z0-9._/-]*");

  private static final List<String> PREFIXES = List.of(Rule.GRANTED, Rule.UNRENDERED);

  private static final Pattern WORD = Pattern.compile("(?i)true|false|yes|no|on|off|null|y|n");

  /** Copies the lists. */
  public RoleManifest {
    labels = Map.copyOf(labels);
    rules = List.copyOf(rules);
  }

  /** Returns the ClusterRole of an operator that watches all namespaces: it has all rules. */
  public static RoleManifest clusterRole(
      String name, Map<String, String> labels, Collection<Rule> rules) {
    return new RoleManifest(
        "ClusterRole", name, labels, MergedRules.of(rules.stream().map(Rule::inCluster).toList()));
  }

  /** Returns the Role of each watched namespace. {@link #rest} has the other rules. */
  public static RoleManifest role(String name, Map<String, String> labels, Collection<Rule> rules) {
    return new RoleManifest("Role", name, labels, of(Reach.NAMESPACE, rules));
  }

  /** Returns the ClusterRole that accounts have in their namespaces, by RoleBindings. */
  public static RoleManifest ofTenants(String name, Collection<Rule> rules) {
    return new RoleManifest("ClusterRole", name, Map.of(), of(Reach.NAMESPACE, rules));
  }

  /** Returns the ClusterRole with the rules that no Role can have. */
  public static RoleManifest rest(String name, Map<String, String> labels, Collection<Rule> rules) {
    return new RoleManifest("ClusterRole", name, labels, of(Reach.CLUSTER, rules));
  }

  private static List<Rule> of(Reach reach, Collection<Rule> rules) {
    return MergedRules.of(rules.stream().filter(rule -> rule.reach() == reach).toList());
  }

  /** Returns the YAML. */
  public String text() {
    return text("");
  }

  /** Returns the YAML with this line about the namespace. */
  String text(String place) {
    var text = new StringBuilder("apiVersion: rbac.authorization.k8s.io/v1\nkind: ");
    text.append(kind).append("\nmetadata:\n  name: ").append(name).append('\n').append(place);
    if (!labels.isEmpty()) {
      text.append("  labels:\n");
      new TreeMap<>(labels)
          .forEach((key, value) -> text.append("    " + key + ": " + scalar(value) + "\n"));
    }
    text.append(rules.isEmpty() ? "rules: []\n" : "rules:\n");
    rules.forEach(rule -> append(rule, text));
    return text.toString();
  }

  private static void append(Rule rule, StringBuilder text) {
    text.append("# ").append(comment(rule)).append(".\n");
    var fields = new StringBuilder();
    append("apiGroups", rule.apiGroups(), fields);
    append("nonResourceURLs", rule.nonResourceUrls(), fields);
    append("resourceNames", rule.resourceNames(), fields);
    append("resources", rule.resources(), fields);
    append("verbs", rule.verbs(), fields);
    text.append("- ").append(fields.substring(2));
  }

  /** Names the templates of a role, and those that were not rendered, behind one prefix each. */
  private static String comment(Rule rule) {
    var plain = new ArrayList<String>();
    var prefixed = new TreeMap<String, List<String>>();
    for (var reason : rule.reasons()) {
      PREFIXES.stream()
          .filter(reason::startsWith)
          .findFirst()
          .ifPresentOrElse(
              prefix ->
                  prefixed
                      .computeIfAbsent(prefix, key -> new ArrayList<>())
                      .add(reason.substring(prefix.length())),
              () -> plain.add(reason));
    }
    var parts = new ArrayList<String>();
    if (!plain.isEmpty()) {
      parts.add(String.join(", ", plain));
    }
    prefixed.forEach((prefix, reasons) -> parts.add(prefix + String.join(", ", reasons)));
    return String.join("; ", parts);
  }

  private static void append(String field, List<String> values, StringBuilder text) {
    if (!values.isEmpty()) {
      text.append("  ").append(field).append(":\n");
      values.forEach(value -> text.append("  - ").append(scalar(value)).append('\n'));
    }
  }

  static String scalar(String text) {
    if (text.isEmpty()) {
      return "\"\"";
    }
    boolean isPlain = PLAIN.matcher(text).matches() && !WORD.matcher(text).matches();
    return isPlain ? text : "'" + text.replace("'", "''") + "'";
  }
}
