package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an Application says about its objects: settings of watches.yaml, and a sentence for each
 * field that has no counterpart. Pure.
 *
 * @param notes sentences
 */
record ApplicationNotes(KindSettings settings, List<String> notes) {
  private static final FieldTable FIELDS = new FieldTable("argocd.yaml");

  private static final Pattern JQ_STEP =
      Pattern.compile(
          "\\.([A-Za-z_][A-Za-z0-9_]*)|\\.?\\[\"([^\"\\\\]+)\"]|\\.\"([^\"\\\\]+)\"|\\[([0-9]+)]");

  static ApplicationNotes of(ApplicationSpec application) {
    var spec = application.spec();
    var notes = new ArrayList<>(FIELDS.notes("", spec, Set.of()));
    sources(application, notes);
    notes.addAll(FIELDS.notes("source.helm.", application.helm(), Set.of()));
    syncPolicy(spec.path("syncPolicy"), notes);
    var fields = new TreeMap<String, JsonNode>();
    if (application.helm().path("skipCrds").asBoolean()) {
      fields.put("crds", TextNode.valueOf("Skip"));
    }
    var ignored = new ArrayList<ObjectNode>();
    int index = 0;
    for (var rule : spec.path("ignoreDifferences")) {
      ignored(rule, "spec.ignoreDifferences[" + index++ + "]", notes).ifPresent(ignored::add);
    }
    if (!application.tracked().equals(application.release().name())) {
      notes.add(
          "its objects may have the name of the Application in the label app.kubernetes.io/instance; the first revision writes what the chart has, and restarts no pod for that");
    }
    return new ApplicationNotes(new KindSettings(fields, ignored), notes);
  }

  private static void sources(ApplicationSpec application, List<String> notes) {
    var chart = application.chart();
    notes.addAll(FIELDS.notes("source.", chart, Set.of()));
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
    notes.addAll(FIELDS.notes("syncPolicy.", policy, Set.of()));
    notes.addAll(
        FIELDS.options("syncPolicy.syncOptions", "syncOptions.", policy.path("syncOptions")));
  }

  /** Returns the rule of {@code drift}; empty if it names no field that watches.yaml can name. */
  private static Optional<ObjectNode> ignored(JsonNode rule, String at, List<String> notes) {
    var paths = new ArrayList<String>();
    rule.path("jsonPointers").forEach(pointer -> paths.add(pointer.asText()));
    for (var expression : rule.path("jqPathExpressions")) {
      pointer(expression.asText())
          .ifPresentOrElse(
              paths::add,
              () ->
                  notes.add(
                      "%s: %s has no counterpart in drift.ignore of watches.yaml, which takes JSON pointers"
                          .formatted(at, expression.asText())));
    }
    if (rule.has("managedFieldsManagers")) {
      notes.add(
          "%s.managedFieldsManagers is not imported: drift.ignore of watches.yaml names fields, not who writes them"
              .formatted(at));
    }
    var kind = rule.path("kind").asText("").replace("*", "");
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(KindSettings.rule(kind, rule.path("name").asText(""), paths));
  }

  /** Returns a JSON pointer for an expression of jq that only names fields; empty for another. */
  private static Optional<String> pointer(String expression) {
    var pointer = new StringBuilder();
    var steps = JQ_STEP.matcher(expression);
    int end = 0;
    while (steps.find() && steps.start() == end) {
      end = steps.end();
      for (int group = 1; group <= steps.groupCount(); group++) {
        if (steps.group(group) != null) {
          pointer.append('/').append(ArgoImport.ChangingFields.escaped(steps.group(group)));
        }
      }
    }
    return end == expression.length() && end > 0
        ? Optional.of(pointer.toString())
        : Optional.empty();
  }
}
