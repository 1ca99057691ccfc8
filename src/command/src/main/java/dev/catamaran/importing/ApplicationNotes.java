package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final Set<String> SPEC =
      Set.of(
          "destination",
          "ignoreDifferences",
          "info",
          "project",
          "revisionHistoryLimit",
          "source",
          "sources",
          "syncPolicy");

  private static final Set<String> SOURCE =
      Set.of("chart", "helm", "name", "path", "ref", "repoURL", "targetRevision");

  /** Fields of {@code helm} that are followed, or have no effect on a release. */
  private static final Set<String> HELM =
      Set.of(
          "ignoreMissingValueFiles",
          "parameters",
          "passCredentials",
          "releaseName",
          "skipCrds",
          "skipTests",
          "valueFiles",
          "values",
          "valuesObject",
          "version");

  private static final Map<String, String> NOT_FOLLOWED =
      Map.ofEntries(
          Map.entry(
              "helm.fileParameters",
              "their files are in Git; write the values into the custom resource"),
          Map.entry("helm.namespace", "templates see the namespace of the custom resource"),
          Map.entry("helm.kubeVersion", "templates see the version of the cluster"),
          Map.entry("helm.apiVersions", "templates see the APIs of the cluster"),
          Map.entry(
              "helm.skipSchemaValidation", "the operator checks values against the chart's schema"),
          Map.entry("sourceHydrator", "the operator renders the chart itself"),
          Map.entry(
              "syncPolicy.retry", "retry and remediation in watches.yaml are its counterparts"),
          Map.entry("syncPolicy.managedNamespaceMetadata", "the operator changes no namespace"),
          Map.entry("CreateNamespace", "the operator creates no namespace, and this one is there"),
          Map.entry("ServerSideApply", "the operator patches objects as Helm does"),
          Map.entry(
              "Replace",
              "the annotation helm.sdk.operatorframework.io/upgrade-force of the primary is its counterpart, once watches.yaml does not deny it"),
          Map.entry("PruneLast", "Helm deletes what the chart drops at the end anyway"),
          Map.entry("ApplyOutOfSyncOnly", "Helm patches only what differs anyway"),
          Map.entry("Prune", "an upgrade deletes what the chart drops"),
          Map.entry("Validate", "the API server always validates objects"),
          Map.entry("FailOnSharedResource", "an object has one owner anyway"));

  private static final Set<String> OPTIONS = Set.of("RespectIgnoreDifferences");
  private static final Pattern JQ_STEP =
      Pattern.compile(
          "\\.([A-Za-z_][A-Za-z0-9_]*)|\\.?\\[\"([^\"\\\\]+)\"]|\\.\"([^\"\\\\]+)\"|\\[([0-9]+)]");

  static ApplicationNotes of(ApplicationSpec application) {
    var notes = new ArrayList<String>();
    var fields = new TreeMap<String, JsonNode>();
    if (application.helm().path("skipCrds").asBoolean()) {
      fields.put("crds", TextNode.valueOf("Skip"));
    }
    var spec = application.spec();
    spec.fieldNames().forEachRemaining(name -> unknown("", name, SPEC, notes));
    sources(application, notes);
    application.helm().fieldNames().forEachRemaining(name -> unknown("helm.", name, HELM, notes));
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
    return new ApplicationNotes(new KindSettings(fields, ignored), notes);
  }

  private static void unknown(String prefix, String name, Set<String> known, List<String> notes) {
    if (!known.contains(name)) {
      notes.add(
          sentence(
              prefix.startsWith("helm") ? "source." + prefix + name : prefix + name,
              why(prefix + name)));
    }
  }

  private static String why(String known) {
    return NOT_FOLLOWED.getOrDefault(known, "this version of the command does not know it");
  }

  private static String sentence(String field, String why) {
    return "spec.%s is not imported: %s".formatted(field, why);
  }

  private static void sources(ApplicationSpec application, List<String> notes) {
    var chart = application.chart();
    chart.fieldNames().forEachRemaining(name -> unknown("source.", name, SOURCE, notes));
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
    for (var name : List.of("retry", "managedNamespaceMetadata")) {
      if (policy.has(name)) {
        notes.add(sentence("syncPolicy." + name, why("syncPolicy." + name)));
      }
    }
    for (var option : policy.path("syncOptions")) {
      var name = option.asText().replaceFirst("=.*", "");
      if (!OPTIONS.contains(name) && !option.asText().endsWith("=false")) {
        notes.add(sentence("syncPolicy.syncOptions " + option.asText(), why(name)));
      }
    }
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
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(
            KindSettings.rule(
                rule.path("kind").asText("").replace("*", ""),
                rule.path("name").asText(""),
                paths));
  }

  /** Returns a JSON pointer for an expression of jq that only names fields; empty for another. */
  static Optional<String> pointer(String expression) {
    var pointer = new StringBuilder();
    var steps = JQ_STEP.matcher(expression);
    int end = 0;
    while (steps.find() && steps.start() == end) {
      end = steps.end();
      for (int group = 1; group <= steps.groupCount(); group++) {
        if (steps.group(group) != null) {
          pointer.append('/').append(steps.group(group).replace("~", "~0").replace("/", "~1"));
        }
      }
    }
    return end == expression.length() && end > 0
        ? Optional.of(pointer.toString())
        : Optional.empty();
  }
}
