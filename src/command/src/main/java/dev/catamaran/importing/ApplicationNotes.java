package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an Application says about its objects. Pure.
 *
 * @param ignored rules of {@code drift} in watches.yaml
 * @param notes a sentence for each field that has no counterpart
 */
record ApplicationNotes(List<ObjectNode> ignored, List<String> notes) {
  private static final FieldTable FIELDS = new FieldTable("argocd.yaml");

  static ApplicationNotes of(ApplicationSpec application) {
    var spec = application.spec();
    var notes = new ArrayList<>(FIELDS.notes("", spec));
    sources(application, notes);
    notes.addAll(FIELDS.notes("source.helm.", application.helm()));
    syncPolicy(spec.path("syncPolicy"), notes);
    var ignored = new ArrayList<ObjectNode>();
    int index = 0;
    for (var rule : spec.path("ignoreDifferences")) {
      ignored(rule, "spec.ignoreDifferences[" + index++ + "]", notes).ifPresent(ignored::add);
    }
    if (!application.tracked().equals(application.release().name())) {
      notes.add(
          "its objects may have the name of the Application in the label app.kubernetes.io/instance; the first revision writes what the chart has, and restarts no pod for that");
    }
    return new ApplicationNotes(ignored, notes);
  }

  private static void sources(ApplicationSpec application, List<String> notes) {
    var chart = application.chart();
    notes.addAll(FIELDS.notes("source.", chart));
    var all = application.sources();
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).equals(chart) && !all.get(i).has("ref")) {
        notes.add(
            "spec.sources[%d] (%s) is not imported: what it made stays as it is, without an owner"
                .formatted(i, all.get(i).path("path").asText(all.get(i).path("repoURL").asText())));
      }
    }
  }

  private static void syncPolicy(JsonNode policy, List<String> notes) {
    var automated = policy.path("automated");
    if (!automated.path("selfHeal").asBoolean()) {
      notes.add(
          "Argo CD does not repair drift of it (no selfHeal), and the operator does by default; drift in watches.yaml says otherwise");
    }
    if (!automated.path("prune").asBoolean()) {
      notes.add(
          "Argo CD keeps objects that the chart drops (no prune), and an upgrade of the operator deletes them, unless they have helm.sh/resource-policy: keep");
    }
    notes.addAll(FIELDS.notes("syncPolicy.", policy));
    notes.addAll(
        FIELDS.options("syncPolicy.syncOptions", "syncOptions.", policy.path("syncOptions")));
  }

  /** Returns the rule of {@code drift}; empty if it names no field that watches.yaml can name. */
  private static Optional<ObjectNode> ignored(JsonNode rule, String at, List<String> notes) {
    var paths = new ArrayList<String>();
    rule.path("jsonPointers").forEach(pointer -> paths.add(pointer.asText()));
    for (var expression : rule.path("jqPathExpressions")) {
      notes.add(
          "%s: %s is not imported: drift.ignore of watches.yaml takes JSON pointers; write one"
              .formatted(at, expression.asText()));
    }
    if (rule.has("managedFieldsManagers")) {
      notes.add(
          "%s.managedFieldsManagers is not imported: drift.ignore of watches.yaml names fields, not who writes them"
              .formatted(at));
    }
    var kind = rule.path("kind").asText("").replace("*", "");
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(ArgoImport.ChangingFields.rule(kind, rule.path("name").asText(""), paths));
  }
}
