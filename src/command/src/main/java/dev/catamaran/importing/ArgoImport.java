package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.importing.Wanted.Given;
import dev.catamaran.importing.Wanted.Live;
import dev.catamaran.importing.Wanted.Steps;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.project.ChartOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The Applications of Argo CD whose source is a chart. The import reads them and changes none.
 *
 * @param namespace of the Applications; empty for all namespaces
 * @param names empty for all
 * @param valueFiles files in place of those that only Argo CD can read
 */
public record ArgoImport(
    Cluster cluster, String namespace, Set<String> names, List<Path> valueFiles) {
  private static final String API = "argoproj.io/v1alpha1";
  private static final String MARK = "argocd.argoproj.io/";

  /** Kinds of objects that charts look up to keep what they generated. */
  private static final Set<String> LOOKED_UP = Set.of("Secret", "ConfigMap");

  /** Writes what they made into a project; {@code workFolder} gets charts. */
  public ImportReport into(ReleaseImport project, Path workFolder) {
    var objects = new ToolObjects(cluster.client());
    var all =
        objects.all(API, "Application", namespace, "Argo CD is not installed").stream()
            .map(ApplicationSpec::new)
            .toList();
    var chosen =
        new ToolObjects.Choice(namespace, names)
            .of(
                all,
                ApplicationSpec::name,
                "Application",
                "; write another --namespace, such as argocd, or --all-namespaces",
                "");
    var report = new ImportReport();
    var wanted = new ArrayList<Wanted>();
    try (var engine = ChartEngine.start()) {
      var reading =
          new Reading(project.origin(), valueFiles, workFolder, objects, engine, new HashMap<>());
      for (var each : chosen) {
        report.reading("of Application " + each.title(), () -> wanted.add(reading.wanted(each)));
      }
    }
    project.write(wanted, report, workFolder);
    return report;
  }

  /** Reads Applications with their charts. */
  private record Reading(
      ChartOrigin named,
      List<Path> valueFiles,
      Path workFolder,
      ToolObjects objects,
      ChartEngine engine,
      Map<ChartOrigin, Chart> charts) {

    /** Throws a ManagerException that says why it is not imported. */
    Wanted wanted(ApplicationSpec application) {
      boolean isNamed = !named.chart().isEmpty();
      application
          .obstacle(isNamed)
          .ifPresent(
              why -> {
                throw new ManagerException(why);
              });
      var origin = isNamed ? named : application.origin().orElseThrow();
      var chart = charts.computeIfAbsent(origin, each -> each.load(workFolder));
      var notes = new ArrayList<String>();
      var values = application.values(chart.path(), valueFiles, notes);
      var fields = ApplicationNotes.of(application);
      notes.addAll(fields.notes());
      var changing = changing(application, chart, values, notes);
      var live =
          new Live(
              application.release(),
              "%s of the Application %s".formatted(application.release(), application.title()),
              chart.name(),
              isNamed && application.chart().has("chart") ? application.version() : chart.version(),
              Optional.empty(),
              PrimaryAnnotations.ADOPT_APPLICATION,
              application.tracked());
      return new Wanted(
          live,
          Given.of(values),
          Optional.of(origin),
          Stream.concat(fields.ignored().stream(), changing.rules().stream()).distinct().toList(),
          steps(application),
          notes);
    }

    /**
     * A chart that looks up what it generated once finds it in the cluster, as it will when the
     * operator renders it.
     */
    private ChangingFields changing(
        ApplicationSpec application, Chart chart, Values values, List<String> notes) {
      var first = rendered(application, chart, values, List.of());
      marks(first, notes);
      var namespace = application.release().namespace();
      var world =
          first
              .path("objects")
              .valueStream()
              .filter(object -> LOOKED_UP.contains(object.path("kind").asText()))
              .flatMap(
                  object ->
                      objects
                          .find(
                              "v1",
                              object.path("kind").asText(),
                              object.path("metadata").path("namespace").asText(namespace),
                              object.path("metadata").path("name").asText())
                          .stream())
              .toList();
      var changing =
          ChangingFields.between(
              rendered(application, chart, values, world).path("objects"),
              rendered(application, chart, values, world).path("objects"));
      if (!changing.places().isEmpty()) {
        notes.add(
            "each rendering of the chart makes other values of these, so drift.ignore in watches.yaml leaves them as they are: "
                + String.join(", ", changing.places()));
      }
      return changing;
    }

    private JsonNode rendered(
        ApplicationSpec application, Chart chart, Values values, List<JsonNode> world) {
      try {
        return engine
            .render(chart, application.release(), values, false, new World("", List.of(), world))
            .path("revision");
      } catch (EngineFaultException e) {
        throw new ManagerException("Helm cannot render its chart: " + e.fault().message());
      }
    }
  }

  /** Marks of Argo CD in templates mean nothing to Helm. */
  private static void marks(JsonNode revision, List<String> notes) {
    for (var object : revision.path("objects")) {
      var annotations = object.path("metadata").path("annotations");
      var title = ChangingFields.title(object);
      for (var annotation : annotations.properties()) {
        if (annotation.getKey().equals(MARK + "hook")) {
          notes.add(
              "%s is a hook of Argo CD (%s), and the operator makes it as an object of the release; write helm.sh/hook into its template"
                  .formatted(title, annotation.getValue().asText()));
        } else if (annotation.getKey().startsWith(MARK)) {
          notes.add(
              "%s has %s: %s, which has no effect; Helm orders objects by their kinds"
                  .formatted(title, annotation.getKey(), annotation.getValue().asText()));
        }
      }
    }
    if (!revision.path("hooks").isEmpty()) {
      notes.add(
          "Argo CD runs the chart's hooks at each sync; the operator runs none at the takeover, and the upgrade hooks at each upgrade");
    }
  }

  /**
   * The order matters: what is deleted while its Application has the finalizer is uninstalled, and
   * an ApplicationSet writes the finalizer again within seconds.
   */
  static Steps steps(ApplicationSpec application) {
    var first = new ArrayList<String>();
    var last = new ArrayList<String>();
    var place = " --namespace " + application.namespace();
    application
        .applicationSet()
        .ifPresent(
            set -> {
              first.add(
                  "kubectl patch applicationsets.argoproj.io %s%s --type merge --patch '{\"spec\":{\"syncPolicy\":{\"preserveResourcesOnDeletion\":true,\"applicationsSync\":\"create-only\"}}}'   # and in Git: it writes the finalizer and the automated sync again otherwise"
                      .formatted(set, place));
              last.add(
                  "# take %s out of the generators of ApplicationSet %s, which makes it again otherwise"
                      .formatted(application.name(), set));
            });
    application
        .parent()
        .ifPresent(
            parent -> {
              first.add(
                  "# Application %s applies %s: write the next change into its source too"
                      .formatted(parent, application.name()));
              last.add(
                  "# take %s out of the source of Application %s"
                      .formatted(application.name(), parent));
            });
    if (application.isAutomated() || application.isCascading()) {
      first.add(
          "kubectl patch applications.argoproj.io %s%s --type merge --patch '{\"metadata\":{\"finalizers\":null},\"spec\":{\"syncPolicy\":{\"automated\":null}}}'"
              .formatted(application.name(), place));
    }
    last.add("kubectl delete applications.argoproj.io " + application.name() + place);
    return new Steps(first, last);
  }

  /**
   * Fields that a chart makes anew at each rendering, such as generated passwords and the checksums
   * of these. Pure.
   *
   * @param rules rules of {@code drift} that leave them as they are in the cluster
   * @param places for people
   */
  record ChangingFields(List<ObjectNode> rules, List<String> places) {

    /** Compares two renderings with the same input. */
    static ChangingFields between(JsonNode first, JsonNode second) {
      var others = new HashMap<String, JsonNode>();
      second.forEach(object -> others.put(title(object), object));
      var rules = new ArrayList<ObjectNode>();
      var places = new ArrayList<String>();
      for (var object : first) {
        var pointers = new TreeSet<String>();
        compare(object, others.getOrDefault(title(object), object), "", pointers);
        if (!pointers.isEmpty()) {
          var name = object.path("metadata").path("name").asText();
          rules.add(rule(object.path("kind").asText(), name, pointers));
          pointers.forEach(pointer -> places.add(title(object) + " " + pointer));
        }
      }
      return new ChangingFields(rules, places);
    }

    /** Returns a rule of {@code drift}: an empty text is left out. */
    static ObjectNode rule(String kind, String name, Collection<String> paths) {
      var rule = JsonNodeFactory.instance.objectNode();
      if (!kind.isEmpty()) {
        rule.put("kind", kind);
      }
      if (!name.isEmpty()) {
        rule.put("name", name);
      }
      paths.forEach(path -> rule.withArray("paths").add(path));
      return rule;
    }

    /** Returns kind and name. */
    static String title(JsonNode object) {
      return object.path("kind").asText() + "/" + object.path("metadata").path("name").asText();
    }

    private static void compare(JsonNode one, JsonNode other, String at, Set<String> pointers) {
      if (one instanceof ObjectNode map && other instanceof ObjectNode second) {
        var names = new TreeSet<String>();
        map.fieldNames().forEachRemaining(names::add);
        second.fieldNames().forEachRemaining(names::add);
        names.forEach(
            name -> compare(map.path(name), second.path(name), at + "/" + escaped(name), pointers));
      } else if (one instanceof ArrayNode list
          && other instanceof ArrayNode second
          && list.size() == second.size()) {
        for (int i = 0; i < list.size(); i++) {
          compare(list.get(i), second.get(i), at + "/" + i, pointers);
        }
      } else if (!one.equals(other)) {
        pointers.add(at);
      }
    }

    /** Returns the name of a field as a JSON pointer has it. */
    static String escaped(String name) {
      return name.replace("~", "~0").replace("/", "~1");
    }
  }
}
