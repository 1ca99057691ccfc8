package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The places where objects of config/ name themselves, their namespace and each other. Kustomize
 * knows the same places of built-in kinds; those of cert-manager are in the files of kubebuilder.
 *
 * @param config how kustomize builds config/
 * @param objects all objects, as in the files
 * @param names names that change
 */
record References(Kustomized config, List<ObjectNode> objects, Set<String> names) {
  /** Kustomize gives each subject with this name the namespace of the build. */
  private static final String DEFAULT = "default";

  private static final List<String> NAMES =
      List.of(
          "metadata/name",
          "roleRef/name",
          "spec/issuerRef/name",
          "spec/policyName",
          "spec/secretName",
          "spec/template/spec/serviceAccountName",
          "spec/template/spec/volumes/*/secret/secretName",
          "spec/template/spec/volumes/*/configMap/name",
          "spec/template/spec/containers/*/envFrom/*/configMapRef/name",
          "spec/template/spec/containers/*/envFrom/*/secretRef/name");

  /** Texts with names and namespaces in them. */
  private static final List<String> TEXTS =
      List.of(
          "spec/dnsNames/*",
          "spec/matchConditions/*/expression",
          "spec/validations/*/expression",
          "spec/variables/*/expression",
          "metadata/annotations/cert-manager.io~inject-ca-from");

  private static final Set<String> FIXED = Set.of("CustomResourceDefinition", "Namespace");

  /**
   * Finds the names of all objects. Definitions and namespaces keep their fixed names.
   *
   * @param objects the objects of {@code config}, and maybe more
   */
  static References in(Kustomized config, Collection<ObjectNode> objects) {
    var names = new TreeSet<String>();
    for (var object : objects) {
      if (!FIXED.contains(object.path("kind").asText())) {
        names.add(object.path("metadata").path("name").asText());
      }
      if (object.path("kind").asText().equals("Certificate")) {
        names.add(object.path("spec").path("secretName").asText());
      }
    }
    return new References(config, List.copyOf(objects), names);
  }

  /**
   * Changes the names and namespaces of an object.
   *
   * @param name returns the new name for a known one
   * @param namespace the operator's namespace
   */
  void change(ObjectNode object, UnaryOperator<String> name, String namespace) {
    UnaryOperator<String> renamed = text -> names.contains(text) ? name.apply(text) : text;
    TEXTS.forEach(path -> change(object, path, text -> inText(text, name, namespace)));
    NAMES.forEach(path -> change(object, path, renamed));
    change(object, "metadata/namespace", ignored -> namespace);
    for (var subject : object.path("subjects")) {
      changeInNamespace(subject, subject.path("kind").asText(), renamed, namespace);
      if (subject.path("name").asText().equals(DEFAULT)) {
        change(subject, "namespace", ignored -> namespace);
      }
    }
    for (var webhook : object.path("webhooks")) {
      changeInNamespace(service(webhook), "Service", renamed, namespace);
    }
    changeInNamespace(
        service(object.path("spec").path("conversion").path("webhook")),
        "Service",
        renamed,
        namespace);
  }

  private static JsonNode service(JsonNode webhook) {
    return webhook.path("clientConfig").path("service");
  }

  /** An object of another namespace is another one, even if it has the same name. */
  private void changeInNamespace(
      JsonNode reference, String kind, UnaryOperator<String> renamed, String namespace) {
    boolean isKnown =
        objects.stream()
            .filter(object -> object.path("kind").asText().equals(kind))
            .filter(object -> object.path("metadata").path("name").equals(reference.path("name")))
            .anyMatch(object -> config.isNamespaceOf(object, reference.path("namespace").asText()));
    if (isKnown) {
      change(reference, "name", renamed);
      change(reference, "namespace", ignored -> namespace);
    }
  }

  /** The namespace may be a part of a name, and a name a part of another one. */
  private String inText(String text, UnaryOperator<String> name, String namespace) {
    var changed = new HashMap<String, String>();
    changed.put(config.namespace(), namespace);
    names.forEach(known -> changed.put(config.namePrefix() + known, name.apply(known)));
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

  private static void change(JsonNode node, String path, UnaryOperator<String> change) {
    int slash = path.indexOf('/');
    var field = (slash < 0 ? path : path.substring(0, slash)).replace('~', '/');
    var rest = slash < 0 ? "" : path.substring(slash + 1);
    if (field.equals("*")) {
      for (int i = 0; i < node.size(); i++) {
        changeItem((ArrayNode) node, i, rest, change);
      }
    } else if (!rest.isEmpty()) {
      change(node.path(field), rest, change);
    } else if (node instanceof ObjectNode object && object.path(field).isTextual()) {
      object.put(field, change.apply(object.path(field).asText()));
    }
  }

  private static void changeItem(
      ArrayNode list, int index, String rest, UnaryOperator<String> change) {
    if (!rest.isEmpty()) {
      change(list.path(index), rest, change);
    } else if (list.path(index).isTextual()) {
      list.set(index, TextNode.valueOf(change.apply(list.path(index).asText())));
    }
  }
}
