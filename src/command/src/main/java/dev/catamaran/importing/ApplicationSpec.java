package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.fields.Credentials;
import dev.catamaran.importing.Source.ToolObjects;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An Application of Argo CD (argoproj.io/v1alpha1). Pure. */
record ApplicationSpec(JsonNode object) {
  private static final Set<String> OWN_CLUSTER =
      Set.of("https://kubernetes.default.svc", "https://kubernetes.default.svc.cluster.local");

  private static final String OWN_NAME = "in-cluster";

  /** Of Argo CD's build environment. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?ARGOCD_");

  /** Fields that are imported, or have no effect on what the chart makes, by their paths. */
  private static final Map<String, String> FOLLOWED =
      Map.of(
          "spec.",
          "destination ignoreDifferences info project revisionHistoryLimit source sources syncPolicy",
          "spec.source.",
          "chart helm name path ref repoURL targetRevision",
          "spec.source.helm.",
          "ignoreMissingValueFiles parameters passCredentials releaseName skipTests valueFiles values valuesObject version",
          "spec.syncPolicy.",
          "automated",
          "spec.ignoreDifferences.",
          "group kind name namespace jsonPointers");

  private static final String TRACKING = "argocd.argoproj.io/tracking-id";
  private static final String INSTANCE = "app.kubernetes.io/instance";

  private JsonNode metadata() {
    return object.path("metadata");
  }

  String name() {
    return metadata().path("name").asText();
  }

  String namespace() {
    return metadata().path("namespace").asText();
  }

  JsonNode spec() {
    return object.path("spec");
  }

  String title() {
    return ToolObjects.title(object);
  }

  List<JsonNode> sources() {
    return spec().path("sources").isEmpty()
        ? Stream.of(spec().path("source")).filter(source -> !source.isMissingNode()).toList()
        : spec().path("sources").valueStream().toList();
  }

  private List<JsonNode> charts() {
    var named = sources().stream().filter(source -> source.has("chart")).toList();
    return named.isEmpty()
        ? sources().stream()
            .filter(source -> source.has("path"))
            .filter(source -> Stream.of("kustomize", "directory", "plugin").noneMatch(source::has))
            .toList()
        : named;
  }

  JsonNode chart() {
    return charts().isEmpty() ? MissingNode.getInstance() : charts().getFirst();
  }

  JsonNode helm() {
    return chart().path("helm");
  }

  ReleaseKey release() {
    return new ReleaseKey(
        spec().path("destination").path("namespace").asText(""),
        helm().path("releaseName").asText(name()));
  }

  /**
   * Returns the name that the marks of its objects have: with the namespace, if that is not the one
   * of Argo CD (InstanceName in its types.go).
   */
  String tracked() {
    return object.at("/status/controllerNamespace").asText(namespace()).equals(namespace())
        ? name()
        : namespace() + "_" + name();
  }

  String version() {
    var history = object.path("status").path("history");
    var last = history.path(history.size() - 1);
    return Stream.of(
            last.path("revisions").path(sources().indexOf(chart())),
            last.path("revision"),
            chart().path("targetRevision"))
        .map(version -> version.asText(""))
        .filter(version -> !version.isEmpty())
        .findFirst()
        .orElse("");
  }

  Optional<ChartOrigin> origin() {
    if (!chart().has("chart")) {
      return Optional.empty();
    }
    var url = chart().path("repoURL").asText("").replaceFirst("/+$", "");
    var named = chart().path("chart").asText();
    // Argo CD writes the address of a registry without its scheme.
    return Optional.of(
        url.startsWith("http")
            ? new ChartOrigin(named, url, version(), url.startsWith("http://"))
            : new ChartOrigin(
                "oci://" + url.replaceFirst("^oci://", "") + "/" + named, "", version(), false));
  }

  /**
   * Returns why its objects cannot be taken over; empty if they can.
   *
   * @param isNamed whether a person names the chart
   */
  Optional<String> obstacle(boolean isNamed) {
    var destination = spec().path("destination");
    var server = destination.path("server").asText("");
    var cluster = destination.path("name").asText("");
    if (!OWN_CLUSTER.contains(server.replaceFirst("/+$", "")) && !cluster.equals(OWN_NAME)) {
      return Optional.of(
          "its objects are in the cluster %s, and an operator makes releases in its own"
              .formatted(server.isEmpty() ? destination.path("name").asText("?") : server));
    }
    if (metadata().has("deletionTimestamp")) {
      return Optional.of("it is being deleted");
    }
    if (charts().isEmpty()) {
      return Optional.of("none of its sources is a chart");
    }
    if (charts().size() > 1) {
      return Optional.of(
          "it has %d charts, and a custom resource has one: make an Application of each"
              .formatted(charts().size()));
    }
    if (!chart().has("chart") && !isNamed) {
      return Optional.of(
          "its chart is in Git, in the directory %s of %s; name a copy of it with --helm-chart"
              .formatted(
                  chart().path("path").asText(),
                  Credentials.hide(chart().path("repoURL").asText())));
    }
    if (helm()
        .path("parameters")
        .valueStream()
        .anyMatch(each -> VARIABLE.matcher(each.path("value").asText("")).find())) {
      return Optional.of(
          "spec.source.helm.parameters has variables that only Argo CD knows ($ARGOCD_…); write their values there first");
    }
    return release().namespace().isEmpty()
        ? Optional.of("spec.destination has no namespace")
        : Optional.empty();
  }

  /** Returns sentences about fields that are not imported, what writes it, and other sources. */
  List<String> notes() {
    var others =
        Stream.of(
                others("spec.", spec()),
                others("spec.source.", chart()),
                others("spec.source.helm.", helm()),
                others("spec.syncPolicy.", spec().path("syncPolicy")),
                spec()
                    .path("ignoreDifferences")
                    .valueStream()
                    .flatMap(rule -> others("spec.ignoreDifferences.", rule)))
            .flatMap(fields -> fields);
    var notes = new ArrayList<>(ToolObjects.notImported(others, "from-argocd").toList());
    sources().stream()
        .filter(source -> !source.equals(chart()) && !source.has("ref"))
        .map(source -> source.path("path").asText(source.path("repoURL").asText()))
        .map(Credentials::hide)
        .map(
            "the source %s is not imported: what it made stays as it is, without an owner"
                ::formatted)
        .forEach(notes::add);
    writer()
        .map(
            "%s makes it, with its finalizer and its automated sync, again and again: change that first"
                ::formatted)
        .ifPresent(notes::add);
    return notes;
  }

  private static Stream<String> others(String path, JsonNode object) {
    return ToolObjects.others(path, object, FOLLOWED.getOrDefault(path, ""));
  }

  /** Returns the ApplicationSet or the Application that makes it; empty if neither does. */
  private Optional<String> writer() {
    var parent =
        Stream.of(
                metadata().path("annotations").path(TRACKING).asText("").replaceFirst(":.*", ""),
                metadata().path("labels").path(INSTANCE).asText(""))
            .filter(id -> !id.isEmpty() && !id.equals(name()))
            .findFirst();
    return metadata()
        .path("ownerReferences")
        .valueStream()
        .filter(owner -> owner.path("kind").asText().equals("ApplicationSet"))
        .map(owner -> "ApplicationSet " + owner.path("name").asText())
        .findFirst()
        .or(() -> parent.map("Application "::concat));
  }

  List<ObjectNode> ignored() {
    return spec()
        .path("ignoreDifferences")
        .valueStream()
        .filter(rule -> !rule.path("jsonPointers").isEmpty())
        .map(
            rule -> {
              var ignored = JsonNodeFactory.instance.objectNode();
              for (var field : List.of("kind", "name")) {
                var text = rule.path(field).asText("").replace("*", "");
                if (!text.isEmpty()) {
                  ignored.put(field, text);
                }
              }
              ignored.set("paths", rule.path("jsonPointers"));
              return ignored;
            })
        .toList();
  }

  /**
   * Reads the values with which Argo CD renders the chart: value files, then {@code valuesObject}
   * or {@code values}, then parameters (its util/helm/cmd.go).
   *
   * @param chart folder of the chart, which may have value files
   * @param others files in place of those that only Argo CD can read, lowest precedence first
   * @param notes get which files are missing
   */
  Values values(Path chart, List<Path> others, List<String> notes) {
    var values = Values.empty();
    for (var named : helm().path("valueFiles")) {
      var file = chart.resolve(named.asText().replaceFirst("^/+", "")).normalize();
      if (file.startsWith(chart) && Files.isRegularFile(file)) {
        values = values.merge(read(text(file), named.asText()));
      } else if (others.isEmpty() && !helm().path("ignoreMissingValueFiles").asBoolean()) {
        notes.add(
            "its value file %s is not in the chart, so its values are missing, and the takeover would change objects: name a copy with --values"
                .formatted(named.asText()));
      }
    }
    for (var file : others) {
      values = values.merge(read(text(file), file.toString()));
    }
    values =
        values.merge(
            helm().path("valuesObject").isObject()
                ? Values.of(helm().path("valuesObject"))
                : read(helm().path("values").asText(""), "spec.source.helm.values"));
    return withParameters(values);
  }

  /** Those that are texts whatever they look like have precedence, as with Helm. */
  private Values withParameters(Values values) {
    var typed = new ArrayList<ValueOverride>();
    var texts = new ArrayList<ValueOverride>();
    try {
      for (var parameter : helm().path("parameters")) {
        boolean isText = parameter.path("forceString").asBoolean();
        (isText ? texts : typed)
            .add(
                ValueOverride.parse(
                    parameter.path("name").asText(),
                    escaped(parameter.path("value").asText("")),
                    isText ? OverrideTyping.STRING : OverrideTyping.TYPED));
      }
      typed.addAll(texts);
      return values.with(typed);
    } catch (InvalidOverrideException e) {
      throw new ManagerException(
          "Application %s, spec.source.helm.parameters: %s".formatted(title(), e.getMessage()));
    }
  }

  /** Argo CD escapes commas, except in a list (cleanSetParameters in its util/helm/cmd.go). */
  private static String escaped(String value) {
    return value.startsWith("{") && value.endsWith("}")
        ? value
        : value.replaceAll("(?<!\\\\),", "\\\\,");
  }

  private static Values read(String text, String where) {
    try {
      return Values.ofYaml(text);
    } catch (InvalidValuesFileException e) {
      throw new ManagerException(where + ": " + e.getMessage());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
