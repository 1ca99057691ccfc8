package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.Values;
import dev.catamaran.desired.ChartChoice;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.ReferencedSources;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Output;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Helm renders for the custom resources of a file, in a new cluster. No cluster is asked.
 *
 * @param text as {@code helm template} prints it: the objects, then the hooks; Secrets have their
 *     values
 * @param notes what is left out, because only a cluster or the operator knows it
 */
public record OfflineRendering(String text, List<String> notes) {
  /**
   * Renders custom resources.
   *
   * @param watchesFile names the chart of each kind
   * @param file has YAML documents; {@code -} is standard input
   * @param namespace of those that name none
   * @throws ManagerException if one cannot be rendered; says which, and why
   */
  public static OfflineRendering of(Path watchesFile, Path file, String namespace) {
    var text = new ArrayList<String>();
    var notes = new ArrayList<String>();
    try (var engine = ChartEngine.start();
        var charts = new Previews.PreviewCharts()) {
      var environment = new OfflineEnvironment(System.getenv());
      var watches = Scope.watches(watchesFile, engine, environment).watches();
      for (var document : documents(file)) {
        var source = Source.of(watches, document, namespace);
        var answer = source.render(engine, charts);
        text.add(answer.at("/revision/manifest").asText().strip());
        answer.at("/revision/hooks").forEach(hook -> text.add(hook(hook)));
        notes.addAll(source.notes(answer));
      }
    }
    return new OfflineRendering(String.join("\n", text), List.copyOf(notes));
  }

  private static List<ObjectNode> documents(Path file) {
    boolean isInput = file.toString().equals("-");
    var name = isInput ? "standard input" : file.toString();
    var found = new ArrayList<ObjectNode>();
    try {
      var bytes = isInput ? System.in.readAllBytes() : Files.readAllBytes(file);
      Manifest.eachDocument(
          new String(bytes, StandardCharsets.UTF_8), (text, content) -> add(content, found));
    } catch (NoSuchFileException e) {
      throw new ManagerException("%s does not exist".formatted(name));
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(name, e));
    } catch (UnreadableManifestException e) {
      throw new ManagerException("%s is not valid YAML: %s".formatted(name, e.problem()));
    }
    if (found.isEmpty()) {
      throw new ManagerException("%s has no custom resource".formatted(name));
    }
    return found;
  }

  /** kubectl prints several objects as the items of a list. */
  private static void add(JsonNode content, List<ObjectNode> found) {
    if (content.path("kind").asText().equals("List")) {
      content.path("items").forEach(item -> add(item, found));
    } else if (content instanceof ObjectNode object) {
      found.add(object);
    }
  }

  private static String hook(JsonNode hook) {
    return "---\n# Source: %s\n%s"
        .formatted(hook.path("path").asText(), Output.YAML.of(hook.path("object"), List::of));
  }

  /** A custom resource, and the entry of watches.yaml for its kind. */
  private record Source(PrimaryObject primary, HelmChart chart) {
    static Source of(List<Watch> watches, ObjectNode document, String namespace) {
      var apiVersion = document.path("apiVersion").asText();
      var kind = document.path("kind").asText();
      var watch =
          watches.stream()
              .filter(entry -> entry.chart().isPresent())
              .filter(entry -> entry.gvk().apiVersion().equals(apiVersion))
              .filter(entry -> entry.gvk().kind().equals(kind))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ManagerException(
                          "watches.yaml has no chart for %s %s; it has for: %s"
                              .formatted(apiVersion, kind, kinds(watches))));
      if (!(document.path("metadata") instanceof ObjectNode metadata)
          || metadata.path("name").asText().isEmpty()) {
        throw new ManagerException("%s: metadata.name is missing".formatted(kind));
      }
      var spec = document.path("spec");
      if (!spec.isObject() && !spec.isNull() && !spec.isMissingNode()) {
        throw new ManagerException(
            "%s %s: spec must be an object: its fields are the chart's values"
                .formatted(kind, metadata.path("name").asText()));
      }
      if (metadata.path("namespace").asText().isEmpty()) {
        metadata.put("namespace", namespace);
      }
      var primary = new PrimaryObject(PrimaryKind.of(watch), document);
      return new Source(primary, watch.chart().orElseThrow());
    }

    private static String kinds(List<Watch> watches) {
      return watches.stream()
          .filter(entry -> entry.chart().isPresent())
          .map(entry -> entry.gvk().apiVersion() + " " + entry.gvk().kind())
          .collect(Collectors.joining(", "));
    }

    JsonNode render(ChartEngine engine, Charts charts) {
      var spec = primary.content().path("spec");
      try {
        return engine.render(
            charts.get(ChartChoice.chosen(chart.charts(), spec)),
            PrimaryRelease.expected(primary),
            RecordedChart.overridden(chart, chart.charts().valuesOf(Values.of(spec))),
            /* isUpgrade= */ false,
            Discovery.newCluster(primary.namespace()));
      } catch (InvalidPrimaryException | ChartUnavailableException | EngineFaultException e) {
        throw new ManagerException(
            "%s: %s"
                .formatted(primary.title(), TerminalText.oneLine(String.valueOf(e.getMessage()))));
      }
    }

    List<String> notes(JsonNode answer) {
      var unset =
          chart.values().overrides().entrySet().stream()
              .filter(override -> OfflineEnvironment.isUnknown(override.getValue()))
              .map(override -> "the override of " + override.getKey());
      var referenced =
          ReferencedSources.named(primary).stream()
              .map(values -> "the values of " + values.object());
      var added = chart.extensions().stream().map(extension -> "what an extension changes");
      var asked =
          answer
              .path("lookups")
              .valueStream()
              .filter(lookup -> !lookup.path("found").asBoolean())
              .map(
                  lookup ->
                      "what the chart looks up: %s %s"
                          .formatted(lookup.path("kind").asText(), lookup.path("name").asText()));
      return Stream.of(unset, referenced, added, asked)
          .flatMap(left -> left)
          .distinct()
          .map(left -> "%s: without %s".formatted(primary.title(), left.strip()))
          .toList();
    }
  }
}
