package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names, namespaces and labels of the objects in a chart: those of its release. */
record ChartNames(OperatorConfig config, HelmTemplate template) {
  private static final String LABEL = "app.kubernetes.io/name";

  private static final Pattern MARK =
      Pattern.compile(OperatorConfig.NAMESPACE + "|" + OperatorConfig.PREFIX + "([a-z0-9.-]+)");

  /** Texts in which people write names and namespaces, because kustomize does not. */
  private static final Set<String> TEXTS =
      Set.of(
          "/spec/dnsNames/*",
          "/spec/matchConditions/*/expression",
          "/spec/validations/*/expression",
          "/spec/variables/*/expression",
          "/spec/conversion/webhook/clientConfig/service/namespace",
          "/spec/endpoints/*/tlsConfig/serverName",
          "/metadata/annotations/cert-manager.io/inject-ca-from");

  /** Names of Secrets: cert-manager makes them, so kustomize does not know them. */
  private static final Set<String> SECRETS =
      Set.of(
          "/spec/secretName",
          "/spec/template/spec/volumes/*/secret/secretName",
          "/spec/endpoints/*/tlsConfig/ca/secret/name");

  /** Definitions and namespaces keep their names. */
  private static final Set<String> FIXED = Set.of("CustomResourceDefinition", "Namespace");

  /** Puts the names of the release into an object. */
  void apply(ObjectNode object) {
    change(object, "");
  }

  /** Returns the name of an object in the release. */
  String name(String suffix) {
    return template.inline(
        "include \"%s.resourceName\" (dict \"suffix\" \"%s\" \"context\" $)"
            .formatted(config.project().projectName(), suffix));
  }

  private String namespace() {
    return template.inline("$.Release.Namespace");
  }

  private JsonNode change(JsonNode node, String path) {
    if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, change(list.path(i), path + "/*"));
      }
    } else if (node instanceof ObjectNode object) {
      for (var field : List.copyOf(object.properties())) {
        object.set(field.getKey(), change(field.getValue(), path + "/" + field.getKey()));
      }
      label(object, path);
    }
    return node.isTextual() ? TextNode.valueOf(text(node.asText(), path)) : node;
  }

  private String text(String text, String path) {
    if (SECRETS.contains(path) && secrets().contains(text)) {
      return name(text);
    }
    return MARK.matcher(TEXTS.contains(path) ? inText(text) : text)
        .replaceAll(mark -> mark.group(1) == null ? namespace() : name(mark.group(1)));
  }

  private Set<String> secrets() {
    return config.objects().stream()
        .filter(object -> object.path("kind").asText().equals("Certificate"))
        .map(object -> object.path("spec").path("secretName").asText())
        .collect(Collectors.toSet());
  }

  /** The namespace may be a part of a name, and a name a part of another one. */
  private String inText(String text) {
    var names = new TreeSet<>(secrets());
    config.objects().stream()
        .filter(object -> !FIXED.contains(object.path("kind").asText()))
        .forEach(object -> names.add(OperatorConfig.name(object)));
    var changed = new HashMap<String, String>();
    changed.put(config.namespace(), namespace());
    names.forEach(known -> changed.put(config.namePrefix() + known, name(known)));
    var words =
        changed.keySet().stream()
            .filter(word -> !word.isEmpty())
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return Pattern.compile("(?<![\\w-])(?:" + words + ")(?![\\w-])")
        .matcher(text)
        .replaceAll(
            word -> Matcher.quoteReplacement(changed.getOrDefault(word.group(), word.group())));
  }

  /** Labels of an object are more than those that select pods. */
  private void label(ObjectNode object, String path) {
    var project = config.project().projectName();
    if (object.path(LABEL).asText().equals(project)) {
      object.remove(LABEL);
      var part = path.equals("/metadata/labels") ? "labels" : "selectorLabels";
      template.addBlock(object, "{{- include \"%s.%s\" $ | nindent @0 }}".formatted(project, part));
    }
  }
}
