package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules of the roles in a file, with the meaning that the API server gives them (Kubernetes,
 * plugin/pkg/auth/authorizer/rbac and pkg/apis/rbac/v1/evaluation_helpers.go). Pure.
 */
record GrantedRights(List<Rule> rules) {
  private static final String ALL = "*";
  private static final Set<String> KINDS = Set.of("Role", "ClusterRole");
  private static final YAMLMapper YAML = new YAMLMapper();

  /** A rule as written. */
  record Rule(JsonNode json) {
    private boolean has(String field, String text) {
      return texts(field).anyMatch(text::equals);
    }

    private Stream<String> texts(String field) {
      return json.path(field).valueStream().map(JsonNode::asText);
    }

    private boolean allows(String verb, String group, String resource, String name) {
      return (has("verbs", verb) || has("verbs", ALL))
          && (has("apiGroups", group) || has("apiGroups", ALL))
          && allowsResource(resource)
          && (json.path("resourceNames").isEmpty() || has("resourceNames", name));
    }

    private boolean allowsResource(String resource) {
      int slash = resource.indexOf('/');
      return has("resources", resource)
          || has("resources", ALL)
          || (slash > 0 && has("resources", ALL + resource.substring(slash)));
    }

    private boolean allowsUrl(String verb, String url) {
      return (has("verbs", verb) || has("verbs", ALL))
          && texts("nonResourceURLs")
              .anyMatch(
                  granted ->
                      granted.equals(url)
                          || (granted.endsWith(ALL)
                              && url.startsWith(granted.substring(0, granted.length() - 1))));
    }
  }

  /**
   * Reads the roles in a file.
   *
   * @throws IOException if it is not YAML
   */
  static GrantedRights in(String yaml) throws IOException {
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      return new GrantedRights(
          documents.readAll().stream()
              .filter(role -> KINDS.contains(role.path("kind").asText()))
              .flatMap(role -> role.path("rules").valueStream().map(Rule::new))
              .toList());
    }
  }

  /** Whether a rule allows it; an empty name means all objects. */
  boolean allow(String verb, String group, String resource, String name) {
    return rules.stream().anyMatch(rule -> rule.allows(verb, group, resource, name));
  }

  boolean allowUrl(String verb, String url) {
    return rules.stream().anyMatch(rule -> rule.allowsUrl(verb, url));
  }
}
